/** The manifest declares the same names. */
export const toolNames = ['memory_feedback', 'memory_forget', 'memory_note', 'memory_undo', 'memory_why'] as const

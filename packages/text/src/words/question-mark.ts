/** True for a text that ends in a question mark, of whichever script. */
export const endsInQuestionMark = (message: string): boolean => /[?\uff1f\u061f\u037e]["'”’»)\]\s]*$/u.test(message)

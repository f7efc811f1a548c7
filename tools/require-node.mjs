// Preloaded by the scripts: says plainly what to do when they run on a Node that cannot run TypeScript.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 16)) {
  process.stderr.write(
    `This project runs on Node 24.16 or newer; this is ${process.version}. Delete node_modules and run the command again.\n`,
  )
  process.exit(1)
}

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A clone of the repository has scripts; a package has the program `parley` instead. */
const isClone = existsSync(fileURLToPath(new URL('../../../../scripts/parley.mjs', import.meta.url)))

/** Returns how an operator calls a command of the administrator here, such as `parley doctor` (PKG-10). */
export const adminCommand = (words: string): string => (isClone ? `npm run parley -- ${words}` : `parley ${words}`)

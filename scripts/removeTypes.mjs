import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { filesUnder } from './files.mjs'

/** Writes the TypeScript files below these folders without types to another folder, at the same paths. Lines and columns stay. */
const [root = '', target = '', ...folders] = process.argv.slice(2)
for (const folder of folders) {
	for (const path of filesUnder(join(root, folder)).filter(path => path.endsWith('.ts'))) {
		const copy = join(target, path.slice(root.length))
		await mkdir(dirname(copy), { recursive: true })
		await writeFile(copy, stripTypeScriptTypes(await readFile(path, 'utf8')))
	}
}

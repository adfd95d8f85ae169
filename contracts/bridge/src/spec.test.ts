import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { getShellHandler, pageHandlerAliases, pageHandlers, type ShellHandlerName, shellHandlers } from './index.ts'

const spec = readFileSync(new URL('../SPEC.md', import.meta.url), 'utf8')

/** The first two cells of every row under a heading. */
function rowsUnder(heading: string): [string, string][] {
	const section = spec.split(/^## /m).find(part => part.startsWith(heading)) ?? ''
	return [...section.matchAll(/^\| `(\w+)` \| `(\w+)` \|/gm)].map(([, wire = '', inside = '']) => [wire, inside])
}

test('[BRG-02, BRG-04, BRG-05, BRG-06, BRG-10, BRG-11] SPEC.md names the handlers the page registers, and nothing else', () => {
	const own = Object.keys(pageHandlers).map(name => [name, name])
	const aliases = Object.entries(pageHandlerAliases).map(([wire, [name]]) => [wire, name])
	expect(rowsUnder('3.').sort()).toEqual([...own, ...aliases].sort())
})

test('[BRG-15] SPEC.md names the calls of the page as spelled on the wire, and nothing else', () => {
	const names = (Object.keys(shellHandlers) as ShellHandlerName[]).map(name => [getShellHandler(name).wire, name])
	expect(rowsUnder('4.').sort()).toEqual(names.sort())
})

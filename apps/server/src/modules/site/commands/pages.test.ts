import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { productNames } from '@parley/core'
import { expect, test } from 'vitest'
import { createTestTerminal } from '../../../admin/testTerminal.ts'

const host = 'meet.example.org'

async function aSite() {
	const terminal = await createTestTerminal()
	await terminal.parley(['site', 'create', host, '--name', 'Example Meet'])
	return terminal
}

test('[ROUTE-29] every agreement has a default text in both languages, in the name of the product', async () => {
	const { parley } = await aSite()
	for (const name of ['protocol', 'law', 'privacy']) {
		for (const language of ['zh', 'en'] as const) {
			const { stdout } = await parley(['site', 'page', host, '--name', name, '--language', language])
			expect(stdout).toMatch(/^# /)
			expect(stdout).toContain(productNames[language])
			expect(stdout).not.toMatch(/\{\w+\}/)
		}
	}
})

test('[ROUTE-29] a custom page is shown, listed, and reset', async () => {
	const { parley, folder } = await aSite()
	const file = join(folder, 'law.md')
	await writeFile(file, '# Our law\n')
	expect(await parley(['site', 'page', host, '--name', 'law', '--language', 'en', '--file', file])).toMatchObject({
		exitCode: 0,
	})
	expect((await parley(['site', 'page', host, '--name', 'law', '--language', 'en'])).stdout).toBe('# Our law')
	expect((await parley(['site', 'page', host])).stdout).toMatch(/law\s+en\s+written, 9 characters/)
	await parley(['site', 'page', host, '--name', 'law', '--language', 'en', '--reset'])
	expect((await parley(['site', 'page', host, '--name', 'law', '--language', 'en'])).stdout).toContain('Legal notice')
})

test('an empty text, an unknown page and an unknown site change nothing', async () => {
	const { parley } = await aSite()
	const empty = await parley(['site', 'page', host, '--name', 'law', '--file', '-'], { input: ' \n' })
	expect(empty).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('empty') })
	expect(await parley(['site', 'page', host, '--name', 'cookies'])).toMatchObject({ exitCode: 2 })
	expect(await parley(['site', 'page', 'elsewhere', '--name', 'law'])).toMatchObject({ exitCode: 1 })
	expect((await parley(['site', 'page', host])).stdout).not.toContain('written')
})

test('[SOC-08] a site shares one secret with its shell until it is renewed', async () => {
	const { parley } = await aSite()
	const first = await parley(['site', 'secret', host])
	expect(first.stdout).toMatch(/^[\w-]{43}$/)
	expect(await parley(['site', 'secret', host])).toEqual(first)
	expect((await parley(['site', 'secret', host, '--renew'])).stdout).not.toBe(first.stdout)
	expect(await parley(['site', 'secret', 'elsewhere'])).toMatchObject({ exitCode: 1 })
})

test('[API-08] a company has one invitation until it is renewed', async () => {
	const { parley } = await aSite()
	await parley(['company', 'create', 'Example'])
	const codeIn = ({ stdout }: { stdout: string }) =>
		/https:\/\/meet\.example\.org\/invite\?code=([\w-]{16})$/m.exec(stdout)?.[1]
	const first = codeIn(await parley(['company', 'invite', 'Example']))
	expect(first).toBeDefined()
	expect(codeIn(await parley(['company', 'invite', 'Example']))).toBe(first)
	expect(codeIn(await parley(['company', 'invite', 'Example', '--renew']))).not.toBe(first)
	expect(await parley(['company', 'invite', 'Nobody'])).toMatchObject({ exitCode: 1 })
})

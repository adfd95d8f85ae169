import { expect, test } from 'vitest'
import { createTestTerminal } from './testTerminal.ts'

async function aSite() {
	const terminal = await createTestTerminal()
	await terminal.parley(['site', 'create', 'meet.example.org'])
	return terminal
}

test('an origin in another form is refused with the form that is wanted', async () => {
	const { parley } = await aSite()
	for (const origins of ['https://shop.example/', 'localhost:19080', '*']) {
		const { stderr, exitCode } = await parley(['site', 'set', 'meet.example.org', `imOrigins=${origins}`])
		expect(exitCode).toBe(1)
		expect(stderr).toContain(`imOrigins cannot be "${origins}": write origins as the address bar has them`)
	}
	const number = await parley(['site', 'set', 'meet.example.org', 'durationS=soon'])
	expect(number.stderr.trim()).toBe('durationS cannot be "soon"')
})

test('[IMC-18] an origin without HTTPS is taken with a warning, one of this machine without', async () => {
	const { parley } = await aSite()
	const set = async (origins: string) =>
		(await parley(['site', 'set', 'meet.example.org', `imOrigins=${origins}`])).stdout
	expect(await set('https://a.example,http://shop.example')).toContain('http://shop.example is not safe')
	expect(await set('https://a.example,http://localhost:3000')).not.toContain('not safe')
})

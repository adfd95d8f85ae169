import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createTestTerminal } from '../../../admin/testTerminal.ts'
import { SiteSettings } from '../store.ts'

async function aSite() {
	const terminal = await createTestTerminal()
	await terminal.parley(['site', 'create', 'meet.example.org'])
	return terminal
}

test('an origin in another form is refused with the expected form', async () => {
	const { parley } = await aSite()
	for (const origins of ['https://shop.example/', 'localhost:19080', '*']) {
		const { stderr, exitCode } = await parley(['site', 'set', 'meet.example.org', `imOrigins=${origins}`])
		expect(exitCode).toBe(1)
		expect(stderr).toContain(`imOrigins cannot be "${origins}": write origins as the address bar has them`)
	}
	const number = await parley(['site', 'set', 'meet.example.org', 'durationS=soon'])
	expect(number.stderr.trim()).toBe('durationS cannot be "soon": write a whole number of seconds from 60 to 86400')
})

test('every refused setting states the expected form', async () => {
	const { parley } = await aSite()
	const refused = [
		'type=3',
		'isOa=maybe',
		'meetingDays=4000',
		'smsCountries=Mars',
		'zone=Mars',
		'iosUrl=shop',
		'appScheme=A b',
	]
	for (const assignment of refused) {
		const { stderr } = await parley(['site', 'set', 'meet.example.org', assignment])
		expect(stderr).toMatch(/^\w+ cannot be "[^"]+": write /)
	}
})

test('docs/site-settings.md has every setting of a site, with its default', async () => {
	const text = await readFile(new URL('../../../../../../docs/site-settings.md', import.meta.url), 'utf8')
	const documented = [...text.matchAll(/^\| `(\w+)` \| .*? \|(?: (`[^`]*`))? \|$/gm)].map(([, name, value = '']) => [
		name,
		value,
	])
	const defaults: Record<string, unknown> = v.parse(SiteSettings, {})
	const written = (value: unknown) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))
	const expected = Object.entries(defaults)
		.filter(([name]) => name !== 'refusedWords')
		.map(([name, value]) => [name, value === '' ? '' : `\`${written(value)}\``])
	expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(expected))
})

test('[IMC-18] an origin without HTTPS is accepted with a warning, one of this machine without', async () => {
	const { parley } = await aSite()
	const set = async (origins: string) =>
		(await parley(['site', 'set', 'meet.example.org', `imOrigins=${origins}`])).stdout
	expect(await set('https://a.example,http://shop.example')).toContain('http://shop.example is not safe')
	expect(await set('https://a.example,http://localhost:3000')).not.toContain('not safe')
})

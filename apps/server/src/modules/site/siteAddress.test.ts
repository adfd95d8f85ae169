import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestTerminal } from '../../admin/testTerminal.ts'
import { readConfig } from '../../platform/config.ts'
import { addressOf } from './siteAddress.ts'

function settingsOf(environment: Record<string, string>) {
	const config = readConfig(environment)
	if (!config.ok) throw new Error(config.failure.join())
	return config.value
}

const here = { host: 'localhost', isDefault: true }
const outside = { host: 'meet.example.org', isDefault: true }
const second = { host: 'second.example.org', isDefault: false }
const inside = { HOST: '192.0.2.2' }

describe('the address of a site in links printed by commands', () => {
	test.each([
		[here, {}, 'http://localhost:8080', 'PARLEY_URL'],
		[here, { PORT: '9000' }, 'http://localhost:9000', 'PARLEY_URL'],
		[here, { PORT: '80' }, 'http://localhost', 'PARLEY_URL'],
		[here, { PORT: '8443', PARLEY_TLS: 'self' }, 'https://localhost:8443', 'PARLEY_URL'],
		[here, inside, 'http://192.0.2.2:8080', 'PARLEY_URL'],
		[here, { HOST: '2001:db8::2' }, 'http://[2001:db8::2]:8080', 'PARLEY_URL'],
		[here, { PARLEY_URL: 'https://meet.example.org' }, 'https://meet.example.org', undefined],
		[outside, {}, 'https://meet.example.org', 'PARLEY_URL'],
		[outside, inside, 'https://meet.example.org', 'PARLEY_URL'],
		[outside, { PORT: '8443', PARLEY_TLS: 'self' }, 'https://meet.example.org:8443', 'PARLEY_URL'],
		[outside, { PARLEY_URL: 'https://meet.example.org:8443' }, 'https://meet.example.org:8443', undefined],
		[second, {}, 'https://second.example.org', undefined],
		[second, { PARLEY_URL: 'https://meet.example.org' }, 'https://second.example.org', undefined],
		[second, { PORT: '8443', PARLEY_TLS: 'self' }, 'https://second.example.org:8443', 'PORT and PARLEY_TLS'],
	])('%j with %j is %s, and in doubt is %s', (site, environment, url, setting) => {
		const address = addressOf(site, settingsOf(environment))
		expect(address.url).toBe(url)
		expect(address.doubts).toEqual(setting === undefined ? [] : [expect.stringContaining(`${url}: set ${setting} if`)])
	})
})

describe('commands that print links', () => {
	async function aServerOfThisMachine() {
		const { parley, folder } = await createTestTerminal({ PORT: '9000' })
		await parley(['site', 'create', 'localhost'])
		await parley(['company', 'create', 'Example'])
		const file = join(folder, 'people.csv')
		await writeFile(file, 'name,display_name\nada,Ada\n')
		return { parley, file }
	}

	test('set-up links and invitations point to the port of the server, and the command names the setting that changes it', async () => {
		const { parley, file } = await aServerOfThisMachine()
		await parley(['person', 'import', file, '--company', 'Example', '--no-links'])
		const doubt = 'Links point to http://localhost:9000: set PARLEY_URL if people open another address.'
		const link = await parley(['person', 'set-up-link', '--company', 'Example'])
		expect(link.stdout).toMatch(/^ada,Ada,http:\/\/localhost:9000\/setUp#[\w-]{43},/m)
		expect(link.stdout.split('\n').at(-1)).toBe(doubt)
		const invitation = await parley(['company', 'invite', 'Example'])
		expect(invitation.stdout.split('\n')).toEqual([
			expect.stringContaining('http://localhost:9000/invite?code='),
			doubt,
		])
	})

	test('with PARLEY_URL they point to it, without a warning', async () => {
		const { parley, file } = await aServerOfThisMachine()
		const url = { PARLEY_URL: 'https://meet.example.org' }
		const imported = await parley(['person', 'import', file, '--company', 'Example'], url)
		expect(imported.stdout).toContain('1 person sets their password')
		expect(imported.stdout).not.toContain('Links point to')
		const link = await parley(['person', 'set-up-link', '--company', 'Example'], url)
		expect(link.stdout).toMatch(/^ada,Ada,https:\/\/meet\.example\.org\/setUp#/m)
		expect(link.stdout).not.toContain('Links point to')
	})
})

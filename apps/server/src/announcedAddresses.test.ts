import { describe, expect, test } from 'vitest'
import { announcedAddresses } from './announcedAddresses.ts'
import { banner } from './banner.ts'
import { createSiteService } from './modules/site/index.ts'
import { readConfig } from './platform/config.ts'

const site = { host: 'localhost', isDefault: true }

async function announced(settings: Record<string, string>, nearby: string[] = []) {
	const config = readConfig({ PORT: '8443', PARLEY_TLS: 'self', ...settings })
	if (!config.ok) throw new Error(config.failure.join())
	const { publicUrl } = config.value
	const store = { all: async () => [site] } as never
	const sites = createSiteService({ store, clock: { now: () => 0 } as never, publicUrl })
	const addresses = await announcedAddresses(
		config.value,
		async host => (await sites.findByHost(host)) !== undefined,
		() => nearby,
	)
	return { ...addresses, text: banner(config.value, { demo: undefined, hasSite: true, addresses }) }
}

describe('the start announces only addresses the server answers', () => {
	test('phones get the first address that has a site', async () => {
		const { here, nearby, text } = await announced({}, ['192.0.2.2', '192.168.1.5'])
		expect([here.url, nearby?.url]).toEqual(['https://localhost:8443', 'https://192.168.1.5:8443'])
		expect(text).toContain('Phones nearby     https://192.168.1.5:8443')
		expect(text).not.toContain('192.0.2.2')
	})

	test('without such an address no code is shown, and the setting is named', async () => {
		const { text } = await announced({}, ['192.0.2.2'])
		expect(text).toContain('Parley is up      https://localhost:8443')
		expect(text).toContain('no site answers at https://192.0.2.2:8443: set PARLEY_URL')
		expect(text).not.toContain('█')
		const named = await announced({ PARLEY_URL: 'https://192.0.2.2:8443' }, ['192.0.2.2'])
		expect(named.text).toContain('Phones nearby     https://192.0.2.2:8443')
		expect(named.text).toContain('█')
	})

	test('a server behind a proxy does not recommend another address for phones', async () => {
		const behindProxy = { HOST: '127.0.0.1', PARLEY_URL: 'https://meet.example.org', PARLEY_TRUST_PROXY: '127.0.0.1' }
		expect((await announced({ ...behindProxy, PARLEY_TLS: '' })).text).not.toContain('Phones nearby')
		expect((await announced({ HOST: '127.0.0.1' })).text).toContain('Phones nearby')
	})

	test('one address to listen on is the one named, never localhost', async () => {
		const inside = await announced({ HOST: '10.0.0.7' })
		expect(inside.text).toContain('Parley is up      https://10.0.0.7:8443')
		expect(inside.text).toContain('█')
		const outside = await announced({ HOST: '192.0.2.2' })
		expect(outside.text).toContain('Parley is up      but no site answers at https://192.0.2.2:8443: set PARLEY_URL')
		expect(outside.text).not.toContain('█')
		for (const { text } of [inside, outside]) expect(text).not.toContain('localhost')
		expect((await announced({ HOST: 'fd00::1' })).here).toEqual({ url: 'https://[fd00::1]:8443', isServed: true })
	})

	test('for this machine it is localhost', async () => {
		const { here, nearby } = await announced({ HOST: '127.0.0.1' }, ['192.168.1.5'])
		expect([here, nearby]).toEqual([{ url: 'https://localhost:8443', isServed: true }, undefined])
	})
})

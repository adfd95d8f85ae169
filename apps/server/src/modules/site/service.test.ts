import { CompanyId, SiteId } from '@parley/core'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { createManualClock } from '../../platform/testing/index.ts'
import { createSiteService } from './service.ts'
import { type Site, SiteSettings } from './store.ts'

const aSite = (id: string, host: string, isDefault = false): Site => ({
	id: v.parse(SiteId, id),
	host,
	name: id,
	isDefault,
	firstCompanyId: v.parse(CompanyId, 'c'),
	settings: v.parse(SiteSettings, {}),
})

function aService(all: () => Promise<Site[]>) {
	const clock = createManualClock(1_000)
	const store = {
		all,
		insert: async () => {},
		saveSettings: async () => {},
		findPage: async () => undefined,
		savePage: async () => {},
		removePage: async () => {},
		shellSecret: async () => undefined,
		saveShellSecret: async () => {},
	}
	return { clock, service: createSiteService({ store, clock, publicUrl: 'https://meet.example.org' }) }
}

test('[HTTP-01] a site is found by its host name, with a port and in any case; the default one at the public and at private addresses', async () => {
	const { service } = aService(async () => [aSite('one', 'one.example', true), aSite('two', 'two.example')])
	expect((await service.findByHost('two.example'))?.id).toBe('two')
	expect((await service.findByHost('TWO.example:8080'))?.id).toBe('two')
	for (const ours of [
		'meet.example.org',
		'localhost:8080',
		'oa.localhost',
		'127.0.0.1:80',
		'192.168.1.5:8080',
		'[::1]:8080',
	])
		expect((await service.findByHost(ours))?.id).toBe('one')
	for (const unknown of [
		'elsewhere',
		'one.example.elsewhere',
		'203.0.113.9',
		'[2001:db8::1]:443',
		'a"b.localhost',
		'a/b.localhost',
		'',
	])
		expect(await service.findByHost(unknown)).toBeUndefined()
	await expect(service.find(v.parse(SiteId, 'three'))).rejects.toThrow('gone')
})

test('[ENT-10] sites are read at most every five seconds; a failed read is not kept', async () => {
	let reads = 0
	let fails = true
	const { clock, service } = aService(async () => {
		reads++
		if (fails) throw new Error('away')
		return [aSite('one', 'one.example', true)]
	})
	await expect(service.all()).rejects.toThrow('away')
	fails = false
	await service.all()
	await service.all()
	clock.advance(5_000)
	await service.all()
	expect(reads).toBe(2)
	clock.advance(1)
	await service.all()
	service.clearCache()
	await service.all()
	expect(reads).toBe(4)
})

test('[ENT-10] that there is no site yet is not kept, so that the first one answers at once', async () => {
	const sites: Site[] = []
	const { service } = aService(async () => [...sites])
	expect(await service.findByHost('one.example')).toBeUndefined()
	sites.push(aSite('one', 'one.example', true))
	expect((await service.findByHost('one.example'))?.id).toBe('one')
})

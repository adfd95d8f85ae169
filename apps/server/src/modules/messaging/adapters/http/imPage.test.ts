import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SiteId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, hostA, hostB, type TestServer } from '../../../../testing/testServer.ts'
import { serveGroupInvitation, serveImPage } from './imPage.ts'

let server: TestServer
beforeEach(async () => {
	// Without the page that joins groups.
	server = await createTestServer({ isDemo: true })
})
afterEach(() => server.close())

const siteA = v.parse(SiteId, 'A')
const demo = { siteId: siteA, group: 'g', room: 'r', password: 'p', people: [] }
const get = (url: string, headers: object = {}) => server.app.inject({ url, headers: { host: hostA, ...headers } })

test('the page, its files and its demo data are served; calls next to it still answer', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'parley-im-'))
	writeFileSync(join(folder, 'index.html'), '<!doctype html><title>messaging</title>')
	await serveImPage(server.app, { sites: server.nouns.site.sites, folder, demo })
	const page = await get('/im/')
	expect(page.body).toContain('<title>messaging</title>')
	expect(page.headers['content-security-policy']).toContain("script-src 'self'")
	expect((await get('/im')).headers.location).toBe('/im/')
	expect((await get('/im/demo')).json()).toEqual({ appId: 'A', group: 'g', room: 'r', password: 'p', people: [] })
	expect((await get('/im/demo', { host: hostB })).statusCode).toBe(404)
	expect((await get('/im/getImToken?imAppId=A&nickName=Ann')).json()).toMatchObject({ code: 200 })
	rmSync(folder, { recursive: true })
})

test('the QR code of a group points to the page, with the code and the language only', async () => {
	await serveImPage(server.app, { sites: server.nouns.site.sites, folder: '/none', demo })
	const { headers } = await get('/im/group?gid=g-1&code=1.a%26b&as=admin')
	expect(headers.location).toBe('/im/?gid=g-1&code=1.a%26b')
	expect((await get('/im/group?gid=g-1&code=c&language=en')).headers.location).toBe('/im/?gid=g-1&code=c&language=en')
	expect((await get('/im/group?gid=g-1&code=c&language=xx')).headers.location).toBe('/im/?gid=g-1&code=c')
})

test('if no page joins groups, the QR code names its group to holders of a valid code', async () => {
	const asked: string[] = []
	serveGroupInvitation(server.app, {
		sites: server.nouns.site.sites,
		async invitedTo(siteId, gid, code) {
			asked.push(`${siteId} ${gid} ${code}`)
			return code === 'good' ? 'Choir <b>' : undefined
		},
	})
	const known = await get('/im/group?gid=g-1&code=good', { cookie: 'locale=en' })
	expect(known.statusCode).toBe(200)
	expect(known.body).toContain('You’re invited to the group “Choir')
	expect(known.body).not.toContain('<b>')
	expect(known.headers['cache-control']).toContain('no-store')
	const unknown = await get('/im/group?gid=g-1&code=bad')
	expect(unknown.statusCode).toBe(404)
	expect(unknown.body).toContain('此邀请无效或已过期')
	expect((await get('/im/group?gid=g-1&gid=g-2')).statusCode).toBe(404)
	expect(asked).toEqual(['A g-1 good', 'A g-1 bad', 'A  '])
})

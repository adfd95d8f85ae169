import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aNewMeeting, createTestServer, schedule, type TestClient, type TestServer } from '../../testing/testServer.ts'

const create = 'POST /meeting/meetings'
let testServer: TestServer
let anna: TestClient

beforeEach(async () => {
	testServer = await createTestServer()
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

const edit = (id: string, fields: object, client = anna) => client.send(`PATCH /meeting/meetings/${id}`, fields)
const detail = async (id: string, client = anna) => (await client.send(`GET /meeting/meetings/${id}`)).data.meeting
const form = async (id: string, client = anna) => (await client.send(`GET /meeting/meetings/${id}/edit`)).data.meeting
const picture = `/meeting/pictures/${'0f'.repeat(32)}.jpg`

const aLive = {
	live: 1,
	live_intranet: 1,
	live_login: 0,
	free_talk: 1,
	live_pwd: '4711',
	details: '<p>We sail <strong>at six</strong></p>',
}

describe('a meeting with a live', () => {
	test('[ENT-04, LSET-01, CREATE-01] is returned as sent, and other edits leave it alone', async () => {
		const id = await schedule(anna, aLive)
		const stored = { ...aLive, live_url: `http://a.example/liveBroadcast?roomId=${id}` }
		expect(await form(id)).toMatchObject(stored)
		expect((await edit(id, { meeting_topic: 'Other' })).code).toBe(200)
		expect(await form(id)).toMatchObject({ ...stored, meeting_topic: 'Other' })
		expect((await edit(id, { live_intranet: 0, free_talk: 0, live_pwd: '', details: '' })).code).toBe(200)
		const after = await form(id)
		expect(after).toMatchObject({ live: 1, live_intranet: 0, live_login: 0, free_talk: 0, details: '' })
		expect(after).not.toHaveProperty('live_pwd')
	})

	test('[CREATE-05] is off unless it is sent, and then requires sign-in', async () => {
		const plain = await form(await schedule(anna))
		for (const name of ['live', 'live_login', 'live_url', 'details']) expect(plain).not.toHaveProperty(name)
		expect(await form(await schedule(anna, { live: 1 }))).toMatchObject({ live: 1, live_login: 1, free_talk: 0 })
	})

	test('[LSET-02] whose viewers sign in has no free talk, whatever is sent', async () => {
		const id = await schedule(anna, { live: 1, live_login: 1, free_talk: 1 })
		expect(await detail(id)).toMatchObject({ live_login: 1, free_talk: 0 })
		await edit(id, { live_login: 0, free_talk: 1 })
		expect(await detail(id)).toMatchObject({ live_login: 0, free_talk: 1 })
		await edit(id, { live_login: 1 })
		expect(await detail(id)).toMatchObject({ live_login: 1, free_talk: 0 })
		await edit(id, { free_talk: 1 })
		expect(await detail(id)).toMatchObject({ live_login: 1, free_talk: 0 })
	})

	test('[OP-082, OP-137] is visible to readers of the meeting; its address and password to host and creator', async () => {
		const id = await schedule(anna, aLive)
		const ben = await testServer.signIn('ben')
		const guest = await testServer.visit()
		const shown = { live: 1, live_intranet: 1, live_login: 0, free_talk: 1 }
		for (const seen of [await detail(id, ben), await detail(id, guest), await form(id, ben)]) {
			expect(seen).toMatchObject(shown)
			expect(seen).not.toHaveProperty('live_pwd')
			expect(seen).not.toHaveProperty('live_url')
		}
		expect(await form(id, ben)).toMatchObject({ details: aLive.details })
		expect(await detail(id)).toMatchObject({ live_pwd: '4711' })
		const { data } = await anna.send('GET /meeting/users/meetings', { t: '2026-03-10' })
		expect(data.meetings.data[0]).toMatchObject({ live_pwd: '4711' })
		expect(data.meetings.data[0]).not.toHaveProperty('details')
		expect((await anna.send(`GET /meeting/meetings/${id}`)).headers['cache-control']).toContain('no-store')
	})

	test('is stored with its password encrypted', async () => {
		await schedule(anna, aLive)
		const rows = await testServer.database.db
			.$extendTables<{ meetings: { live_password: string } }>()
			.selectFrom('meetings')
			.select('live_password')
			.execute()
		expect(rows[0]?.live_password).toMatch(/^~/)
		expect(rows[0]?.live_password).not.toContain('4711')
	})
})

describe('refused by its own code, and nothing is stored', () => {
	test.each([
		['[LSET-05] letters in the live password', { live_pwd: '12a' }, 42212],
		['[LSET-05] 21 digits', { live_pwd: '1'.repeat(21) }, 42212],
		['[LSET-06] 3001 characters', { details: `<p>${'会'.repeat(3_001)}</p>` }, 42213],
		['a background of another host', { live_bg_img: 'https://evil.example/x.png' }, 42214],
		['a background outside the folder', { live_bg_img: '/meeting/pictures/../secrets.json' }, 42214],
	])('%s', async (_, fields, code) => {
		expect(await anna.send(create, aNewMeeting({ live: 1, ...fields }))).toMatchObject({ http: 422, code })
		const id = await schedule(anna, { live: 1, live_pwd: '1', details: 'before' })
		expect(await edit(id, { meeting_topic: 'Other', ...fields })).toMatchObject({ http: 422, code })
		expect(await form(id)).toMatchObject({ meeting_topic: 'Harbour plans', live_pwd: '1', details: 'before' })
	})

	test('a live on a site that has none; one of before stays', async () => {
		const before = await schedule(anna, { live: 1 })
		await testServer.set('A', { live: false })
		expect(await anna.send(create, aNewMeeting({ live: 1 }))).toMatchObject({ http: 422, code: 42211 })
		expect((await edit(before, { live: 1, meeting_topic: 'Other' })).code).toBe(200)
		expect((await edit(before, { live: 0 })).code).toBe(200)
		expect(await edit(before, { live: 1 })).toMatchObject({ http: 422, code: 42211 })
	})
})

describe('the introduction', () => {
	const saved = async (details: string) => (await form(await schedule(anna, { live: 1, details }))).details

	test('[LSET-06, OP-096] of 3000 characters is saved: tags and blanks at the end do not count', async () => {
		const text = '会'.repeat(3_000)
		expect(await saved(`<p><strong>${text}</strong>   </p><p></p>`)).toBe(`<p><strong>${text}</strong></p>`)
	})

	test.each([
		['[LSET-09] an emoji', '<p>go 😀 now &#128512;</p>', '<p>go  now</p>'],
		['[LSET-10] blanks at the end', '<p>plans &nbsp; </p><p><br></p>', '<p>plans</p>'],
		['[OP-138] a script', '<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
		['[OP-138] a handler', '<p onclick="x()">a</p><img src=x onerror="x()">', '<p>a</p>'],
		['[OP-138] a script as an address', '<a href="javascript:alert(1)">a</a>', '<a>a</a>'],
		['[OP-138] a frame and a style', '<iframe src="/"></iframe><style>p{}</style><p style="x">a</p>', '<p>a</p>'],
		['[OP-138] a picture of elsewhere', '<p>a</p><img src="https://evil.example/track.gif">', '<p>a</p>'],
		['[OP-138] a drawing with a script', '<svg><script>alert(1)</script></svg><p>a</p>', '<p>a</p>'],
		[
			'[OP-138] what a word processor pastes',
			'<!--[if gte mso 9]><xml>x</xml><![endif]--><p class="MsoNormal"><b>Plan</b><o:p>&nbsp;</o:p></p>',
			'<p><strong>Plan</strong></p>',
		],
	])('%s is taken out', async (_, details, kept) => {
		expect(await saved(details)).toBe(kept)
	})

	test('[LSET-15] keeps bold, lists, links and uploaded pictures', async () => {
		const html = `<p><strong>a</strong></p><ul><li><p>b</p></li></ul><p><a href="https://parley.example/?q=1">c</a></p><img src="${picture}" alt="harbour" />`
		expect(await saved(html)).toBe(html)
	})
})

import { setTimeout } from 'node:timers/promises'
import { UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { describeOnEveryDatabase } from '../../platform/testing/index.ts'
import { createTestServer, schedule, type TestClient, type TestServer } from '../../testing/testServer.ts'
import { createSqlAccountStore } from '../account/index.ts'

const day = 24 * 3_600_000
const secrets = { meeting_pwd: '4711', host_pwd: 'host-1234' }

let testServer: TestServer
/** Her number is +86 138 0013 8000. */
let mona: TestClient

describeOnEveryDatabase('notices to hosts about password guessing', open => {
	beforeEach(async () => {
		testServer = await createTestServer({ database: await open(), callLimits: false })
		mona = await testServer.signIn('mona')
	})
	afterEach(() => testServer.close())

	/** Wrong passwords, each from a different address, all at once. */
	async function guess(id: string, times: number) {
		const guests = await Promise.all(Array.from({ length: times }, () => testServer.visit()))
		const fields = { meetingId: id, display_name: 'M', action: 'webJoin', language: 'zh', openAudio: 0, openVideo: 0 }
		await Promise.all(
			guests.map((guest, i) => guest.send('POST /meeting/joinMeeting', { ...fields, meeting_pwd: `${1000 + i}` })),
		)
	}
	const messages = () => testServer.inbox.recent()
	const areSent = (count: number) => vi.waitFor(() => expect(messages()).toHaveLength(count), { timeout: 5_000 })
	/** Gives what would be one too many the time to arrive. */
	const staysAt = async (count: number) => {
		await setTimeout(150)
		expect(messages()).toHaveLength(count)
	}

	test('[JERR-04] a host gets one text message with topic and id of the meeting, and none of its passwords', async () => {
		const id = await schedule(mona, { ...secrets, meeting_topic: '季度计划与预算讨论会议（第二次，上海和北京）' })
		await guess(id, 9)
		await staysAt(0)
		await guess(id, 1)
		await areSent(1)
		const { to, text } = messages()[0] ?? { to: '', text: '' }
		expect(to).toBe('+8613800138000')
		expect(text).toBe(
			`【A】有人在尝试您的会议“季度计划与预算讨论会议（第二次，上海和北”（${id}）的密码。建议登录后在会议详情中换一个更长的密码。`,
		)
		for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
	})

	test('[JERR-04] one a meeting and day, however many try at once', async () => {
		await guess(await schedule(mona, secrets), 60)
		await areSent(1)
		await staysAt(1)
		// The rate limits count by a clock that is not moved here, so that this one stays without a challenge.
		const id = await schedule(mona, secrets)
		await guess(id, 12)
		await areSent(2)
		await guess(id, 4)
		await staysAt(2)
		testServer.clock.advance(day)
		await guess(id, 4)
		await areSent(3)
	})

	test('[JERR-04] three a host and day, whichever of their meetings are tried', async () => {
		const ids = []
		for (let i = 0; i < 5; i++) ids.push(await schedule(mona, secrets))
		for (const id of ids) await guess(id, 12)
		await areSent(3)
		await staysAt(3)
	})

	test('[JERR-04, SMS-21] a tenth of the budget of the site at most', async () => {
		await testServer.set('A', { smsPerDay: 10 })
		const accounts = createSqlAccountStore(testServer.database.db)
		await accounts.saveMobile(v.parse(UserId, 'u-anna'), { areaCode: '86', mobile: '13800138009' })
		for (const host of [mona, await testServer.signIn('anna')]) await guess(await schedule(host, secrets), 12)
		await areSent(1)
		await staysAt(1)
	})

	test('[JERR-04] in the language they use the page in', async () => {
		const english = { headers: { 'accept-language': 'en' } }
		await mona.send('POST /auth/refresh?noErrorTip', {}, english).then(({ data }) => {
			mona.token = data.access_token
		})
		const id = await schedule(mona, { ...secrets, meeting_topic: 'Harbour plans' })
		await guess(id, 10)
		await areSent(1)
		expect(messages()[0]?.text).toBe(
			`A: someone is trying to guess the password of your meeting "Harbour plans" (${id}). Sign in and set a longer one in the meeting details.`,
		)
	})

	test('[JERR-04] none without a number, to a number outside the countries of the site, or if they are disabled', async () => {
		await guess(await schedule(await testServer.signIn('anna'), secrets), 12)
		await testServer.set('A', { smsCountries: 'US,CA' })
		await guess(await schedule(mona, secrets), 12)
		await testServer.set('A', { smsCountries: 'all', guessingSms: false })
		await guess(await schedule(mona, secrets), 12)
		await staysAt(0)
		await testServer.set('A', { guessingSms: true })
		await guess(await schedule(mona, secrets), 12)
		await areSent(1)
	})

	test('[JERR-04, SMS-20] one that could not be sent is not tried again, for it may have arrived', async () => {
		vi.spyOn(testServer.inbox, 'send').mockRejectedValueOnce(new Error('out of order'))
		const id = await schedule(mona, secrets)
		await guess(id, 12)
		await vi.waitFor(() => expect(testServer.logged()).toContain('text message not sent'))
		await guess(id, 8)
		await staysAt(0)
	})
})

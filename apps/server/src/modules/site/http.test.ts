import { CompanyId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestServer, hostB, type TestServer } from '../../testing/testServer.ts'
import { CompanySettings, createSqlCompanyStore } from '../company/index.ts'

let testServer: TestServer
beforeEach(async () => {
	testServer = await createTestServer()
})
afterEach(() => testServer.close())

const guestAsks = async (route: string, at = {}) => (await (await testServer.visit(at)).send(route)).data

test('[API-10, HTTP-15, ENT-10] indexCorp returns the kind of the site and its first company', async () => {
	const expected = { corpId: 'X', type: 2, isOASite: 0, isPrivate: 0, openWeChatLogin: 1, openAppleLogin: 1 }
	expect(await guestAsks('GET /corp/indexCorp')).toMatchObject(expected)
	await testServer.set('A', { isOa: true, isPrivate: true, type: 1, messengerLogin: false })
	expect(await guestAsks('GET /corp/indexCorp')).toMatchObject({
		isOASite: 1,
		isPrivate: 1,
		type: 1,
		openWeChatLogin: 0,
	})
	expect(await guestAsks('GET /corp/indexCorp', { host: hostB })).toMatchObject({ isOASite: 0 })
})

test('[ENT-10] indexCorp names the accounts of other apps if the site does', async () => {
	const names = async () => {
		const { messengerName, deviceMakerName } = await guestAsks('GET /corp/indexCorp')
		return [messengerName, deviceMakerName]
	}
	expect(await names()).toEqual([undefined, undefined])
	await testServer.set('A', { messengerName: '企业微信', deviceMakerName: '华为账号' })
	expect(await names()).toEqual(['企业微信', '华为账号'])
})

test('[REG-02] indexCorp says whether people tick the agreements themselves', async () => {
	const ticked = async () => (await guestAsks('GET /corp/indexCorp')).agreementTicked
	expect(await ticked()).toBeUndefined()
	await testServer.set('A', { agreementTicked: false })
	expect(await ticked()).toBe(0)
})

test('[SMS-22] indexCorp names the countries whose numbers get codes; none if all do', async () => {
	const served = async () => (await guestAsks('GET /corp/indexCorp')).smsCountries
	expect(await served()).toHaveLength(12)
	await testServer.set('A', { smsCountries: 'CN,US,CA' })
	expect(await served()).toEqual([
		{ code_name: 'CN', areaCode: '86' },
		{ code_name: 'US', areaCode: '1' },
		{ code_name: 'CA', areaCode: '1' },
	])
	await testServer.set('A', { smsCountries: 'all' })
	expect(await served()).toBeUndefined()
})

test('[API-01, OP-011] is_login is 0 if everyone must sign in', async () => {
	expect(await guestAsks('GET /meeting/commonSettings')).toEqual({ meeting_common_setting: { is_login: 1 } })
	await testServer.set('A', { guestsAllowed: false })
	expect(await guestAsks('GET /meeting/commonSettings')).toEqual({ meeting_common_setting: { is_login: 0 } })
})

test('[API-02, ENT-12] copyright: guest join, public list, neutral look, telephone', async () => {
	const expected = { visitorLogin: 1, showMeetingList: 0, neutralVersion: 0, tel: '400-000-0000' }
	expect(await guestAsks('GET /meeting/getCopyright')).toEqual(expected)
	await testServer.set('A', { guestJoin: false, publicMeetings: true, neutral: true, telephone: '1' })
	const changed = { visitorLogin: 0, showMeetingList: 1, neutralVersion: 1, tel: '1' }
	expect(await guestAsks('GET /meeting/getCopyright')).toEqual(changed)
})

test('[HTTP-14] the clock of the server is a string in the zone of the site', async () => {
	expect(await guestAsks('GET /meeting/getServerTime?_=1')).toBe('2026-03-10 10:00:00')
	await testServer.set('A', { zone: 'Europe/Berlin' })
	expect(await guestAsks('GET /meeting/getServerTime')).toBe('2026-03-10 03:00:00')
})

test('[API-19, ENT-11, OP-012] siteManage is for members and says the same is_login', async () => {
	const anna = await testServer.signIn('anna')
	await testServer.set('A', { durationS: 1_800, guestsAllowed: false, inviteesNeeded: true, isOa: true })
	expect((await anna.send('GET /meeting/siteControl/siteManage')).data).toEqual({
		duration: 1_800,
		pattern: 0,
		privacy: 0,
		live: 1,
		isIntranet: 0,
		isOaSite: 1,
		select_invitees: 1,
		is_login: 0,
		waiting_room: 'off',
		meeting_pwd_min: 4,
	})
	await testServer.set('A', { meetingPasswordMin: 8 })
	expect((await anna.send('GET /meeting/siteControl/siteManage')).data.meeting_pwd_min).toBe(8)
})

test('[API-19] the default duration is that of the company, if it has its own', async () => {
	const both = await testServer.signIn('both')
	await testServer.set('A', { durationS: 1_800 })
	const durations = async () => {
		const replies = await Promise.all(
			['X', 'Y'].map(corpId => both.send('GET /meeting/siteControl/siteManage', {}, { corpId })),
		)
		return replies.map(reply => reply.data.duration)
	}
	expect(await durations()).toEqual([1_800, 1_800])
	await createSqlCompanyStore(testServer.database.db).saveSettings(
		v.parse(CompanyId, 'Y'),
		v.parse(CompanySettings, { durationS: 2_700 }),
	)
	expect(await durations()).toEqual([1_800, 2_700])
})

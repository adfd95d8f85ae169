import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnEveryDatabase } from '../platform/testing/index.ts'
import {
	aNewMeeting,
	createTestServer,
	loginFields,
	schedule,
	type TestClient,
	type TestServer,
} from '../testing/testServer.ts'

/** Input that only one of the databases accepts must give the same result on both. */
describeOnEveryDatabase('hostile input', open => {
	let server: TestServer
	beforeEach(async () => {
		server = await createTestServer({ database: await open(), callLimits: false })
	})
	afterEach(() => server.close())

	const hostile = ['\u0000', 'an\u0000na', '\ud800', '\uffff', "'; drop table meetings; --", '\\', '%', '😀', '\u202e']

	test('[API-38] no text breaks a call', async () => {
		const anna = await server.signIn('anna')
		const id = await schedule(anna)
		const join = { meetingId: id, display_name: 'Li Lei', action: 'webJoin' }
		for (const text of hostile) {
			const replies = [
				await anna.send('POST /auth/login?unauth', loginFields(text)),
				await anna.send('POST /meeting/meetings', aNewMeeting({ meeting_topic: text })),
				await anna.send('POST /meeting/meetings', aNewMeeting({ meeting_topic: `x${text}` })),
				await anna.send('POST /meeting/meetings', aNewMeeting({ meeting_pwd: text })),
				await anna.send('POST /meeting/meetings', aNewMeeting({ host_pwd: `${text}host-1234` })),
				await anna.send('GET /meeting/users/meetings', { keywords: text }),
				await anna.send('GET /meeting/users/meetings', { t: text }),
				await anna.send(`GET /meeting/meetings/${encodeURIComponent(text === '\ud800' ? '?' : text)}`),
				await anna.send('POST /meeting/joinMeeting', { ...join, display_name: text }),
				await anna.send('POST /meeting/joinMeeting', { ...join, meeting_pwd: text }),
				await anna.send('POST /meeting/joinMeeting', { ...join, meetingId: text }),
				await anna.send('POST /corp/rememberLastCorp', { corpId: text }),
				...(await ofMembers(anna, id, text)),
				...(await atTheEntrance(anna, text)),
			]
			expect(replies.map(reply => reply.http).filter(http => http >= 500)).toEqual([])
		}
	})

	/** Sends the text in every field a member may fill, except in scheduling and joining. */
	async function ofMembers(anna: TestClient, id: string, text: string) {
		const own = 'PATCH /meeting/users/u-anna'
		const sealed = loginFields('', text).password
		const replies = []
		for (const prefix of ['auth', 'corp']) {
			replies.push(await anna.send(`POST /${prefix}/getUserInfoByDeptId`, { groupNumber: text }))
			replies.push(await anna.send(`POST /${prefix}/getGroupUserInfo`, { name: text }))
		}
		for (const fields of [
			{ meeting_topic: `x${text}` },
			{ meeting_pwd: text },
			{ host_pwd: `${text}host-1234` },
			{ start_time: text },
		])
			replies.push(await anna.send(`PATCH /meeting/meetings/${id}`, fields))
		return [
			...replies,
			await anna.send('GET /meeting/users/getHostUser', { displayName: text }),
			await anna.send('GET /meeting/users/getHostUser', { name: text }),
			await anna.send('POST /corp/treatInvitation', { action: 1, siteId: text }),
			await anna.send('GET /meeting/personalCenterInfo', { corpId: text }),
			await anna.send(own, { action: 'modifyDisplayName', display_name: `An${text}` }),
			await anna.send(own, { action: 'modifyPassword', original_password: sealed, password: sealed }),
			await anna.send('POST /meeting/addComplaint', {
				complaintContent: `x${text}`,
				complaintDisplayName: text,
				complaintUid: text,
			}),
		]
	}

	/** Sends the text in every field of every call before and during sign-in, one at a time. */
	async function atTheEntrance(anna: TestClient, text: string) {
		const { password } = loginFields('', text)
		const again = { password, password_confirmation: password }
		const number = { mobile: '13800138000', mobileCode: '86', inputCode: '123456' }
		const numbers = [
			{ ...number, mobile: text },
			{ ...number, mobileCode: text },
			{ ...number, inputCode: text },
		]
		const proofs = [
			{ info: text },
			{ info: server.envelope({ unionid: text || 'x', nickname: text, headimgurl: text }) },
		]
		const replies = []
		for (const fields of numbers) {
			for (const route of [
				'POST /auth/sendSMSCaptcha',
				'POST /auth/mobileIsRegister',
				'POST /auth/register',
				'POST /auth/loginBySMSCaptcha',
				'POST /auth/checkForgetPasswordSMSCaptcha',
				'POST /meeting/user/bindMobile',
				'GET /apple/verifyMobileAppleBinding',
				'POST /weChat/mobileUnbundlingValidation',
			])
				replies.push(await anna.send(route, { type: 2, captcha: text, ...fields }))
		}
		for (const proof of proofs) {
			replies.push(await anna.send('POST /weChat/checkWeChatUser', proof))
			replies.push(await anna.send('POST /weChat/userBindingWeChat', proof))
			replies.push(await anna.send('POST /weChat/weChatBindingMobile', { ...number, ...proof }))
			replies.push(
				await anna.send('POST /weChat/weChatBindingOa', { ...loginFields(text, text), ...proof, captcha: text }),
			)
		}
		replies.push(await anna.send('POST /auth/dingTalkLogin', { openid: server.envelope({ openid: text || 'x' }) }))
		replies.push(await anna.send('POST /apple/checkAppleUser', { appleId: await server.issuer.token({ sub: text }) }))
		replies.push(await anna.send('POST /apple/oaUnbundlingValidation', loginFields(text, text)))
		replies.push(await anna.send('POST /auth/completedUserInfo', { name: text, ...again, token: text || 'x' }))
		replies.push(await anna.send('POST /auth/forgetPassword', { token: text, ...again }))
		replies.push(await anna.send('DELETE /apple/userUnbundlingApple', { token: text }))
		return replies
	}

	test('[API-38] no number breaks a call', async () => {
		const anna = await server.signIn('anna')
		for (const number of [0, -1, 0.5, 1e9, 2 ** 31, 2 ** 53 - 1, 1e21, -1e21]) {
			const replies = [
				await anna.send('POST /meeting/meetings', aNewMeeting({ duration: number })),
				await anna.send('POST /meeting/meetings', aNewMeeting({ duration: String(number) })),
				await anna.send('POST /meeting/meetings', aNewMeeting({ time_zone: number })),
				await anna.send('GET /meeting/users/meetings', { page: number }),
				await anna.send('GET /meeting/users/meetings', { pageSize: number }),
				await anna.send('GET /meeting/users/meetings', { type: number }),
			]
			expect(replies.map(reply => reply.http).filter(http => http >= 500)).toEqual([])
		}
	})

	test('[API-17] a thousand days ahead or behind, every day can be listed', async () => {
		const anna = await server.signIn('anna')
		for (const day of ['0001-01-01', '0099-12-31', '1970-01-01', '2100-02-29', '2156-03-10', '9999-12-31']) {
			await anna.send('POST /meeting/meetings', aNewMeeting({ start_time: `${day} 23:59:59` }))
			expect((await anna.send('GET /meeting/users/meetings', { t: day })).http).toBe(200)
		}
	})
})

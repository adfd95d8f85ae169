import { encryptPassword } from '@parley/api'
import { UserId } from '@parley/core'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
	accountPassword,
	corporatePassword,
	createTestServer,
	hostB,
	loginFields,
	type PersonName,
	schedule,
	type TestClient,
	type TestServer,
} from '../../testing/testServer.ts'
import { createSqlAccountStore } from '../account/index.ts'

const centre = 'GET /meeting/personalCenterInfo'
const changeOf = (name: string) => `PATCH /meeting/users/u-${name}`
const newPassword = 'fresh-horse-43'
const iv = new Uint8Array(16).fill(9)
const sealed = (text: string) => encryptPassword(text, iv)

let testServer: TestServer
let anna: TestClient

beforeEach(async () => {
	testServer = await createTestServer()
	anna = await testServer.signIn('anna')
})
afterEach(() => testServer.close())

describe('the personal centre', () => {
	test('[API-20, ENT-09, PERS-33] shows the person, their companies, and their rights', async () => {
		const otto = await testServer.signIn('otto')
		expect(await otto.send(centre, { corpId: 'X' })).toMatchObject({ http: 200, code: 200 })
		expect((await otto.send(centre, { corpId: 'X' })).data).toEqual({
			id: 'u-otto',
			name: 'otto',
			display_name: 'Display otto',
			is_completed_info: 1,
			user_type: 1,
			source_name: 'OA',
			mobile: '13800138002',
			mobileCode: '86',
			corps: [{ corpId: 'X', corporationName: 'Company X', corpType: 1, userType: 1, isDefault: 1 }],
			isMasterPlatform: 1,
			userRight: { maxJoinNumber: 12 },
		})
	})

	test('[ENT-09, PERS-09, PERS-10] names linked accounts', async () => {
		const mona = await testServer.signIn('mona')
		await mona.send('POST /weChat/userBindingWeChat', {
			info: testServer.envelope({ unionid: 'wx-1', nickname: 'Mo' }),
		})
		expect((await mona.send(centre)).data).toMatchObject({ unionid: 'wx-1', nickname: 'Mo' })
		expect((await anna.send(centre)).data).not.toHaveProperty('unionid')
	})

	test('[API-20] speaks of the company that is named, and of no company of others', async () => {
		const yves = await testServer.signIn('yves')
		expect((await yves.send(centre, { corpId: 'Y' })).data.user_type).toBe(0)
		expect((await yves.send(centre)).data.user_type).toBe(0)
		for (const corpId of ['Y', 'Z', 'nowhere']) expect(await anna.send(centre, { corpId })).toMatchObject({ http: 403 })
		expect(await anna.send(centre, { corpId: "' or 1=1" })).toMatchObject({ http: 422, message: 'corpId' })
	})

	test('[CORP-07] a site without registration is not a master platform', async () => {
		await testServer.set('A', { type: 1 })
		expect((await anna.send(centre)).data.isMasterPlatform).toBe(0)
	})

	test('[API-20] is for people signed in on this site', async () => {
		expect(await (await testServer.visit()).send(centre)).toMatchObject({ http: 401 })
		const zoe = await testServer.signIn('zoe')
		expect(await Object.assign(await testServer.visit(), { token: zoe.token }).send(centre)).toMatchObject({
			http: 401,
		})
	})

	test('[API-20] has no hash and no token in it', async () => {
		expect((await anna.send(centre)).text).not.toMatch(/argon2|hash|token/i)
	})
})

const rename = (client: TestClient, name: PersonName, display_name: unknown) =>
	client.send(changeOf(name), { action: 'modifyDisplayName', display_name })
const nameOf = async (client: TestClient) => (await client.send('GET /auth/me')).data.display_name

describe('a display name', () => {
	test('[API-21, PERS-16] becomes the new name, wherever it is shown', async () => {
		const id = await schedule(anna)
		expect(await rename(anna, 'anna', 'Anna 王')).toMatchObject({ http: 200, code: 200 })
		expect(await nameOf(anna)).toBe('Anna 王')
		expect((await anna.send(`GET /meeting/meetings/${id}`)).data.meeting.host_display_name).toBe('Anna 王')
	})

	test('[PERS-18] is cleaned, and has at most 50 characters', async () => {
		await rename(anna, 'anna', ' 😀 An\u0000na \t B ')
		expect(await nameOf(anna)).toBe('Anna B')
		expect(await rename(anna, 'anna', '会'.repeat(50))).toMatchObject({ code: 200 })
		expect(await rename(anna, 'anna', '会'.repeat(51))).toMatchObject({ http: 422, code: 42201 })
		expect(await nameOf(anna)).toBe('会'.repeat(50))
	})

	test.each(['', '   ', '😀', '\u202e', undefined])('[PERS-17] %j is none', async text => {
		expect(await rename(anna, 'anna', text)).toMatchObject({ http: 422, code: 42201 })
		expect(await nameOf(anna)).toBe('Display anna')
	})

	test('[PERS-19] of a person from a directory stays as it is there', async () => {
		const olga = await testServer.signIn('olga')
		expect(await rename(olga, 'olga', 'Olga')).toMatchObject({ http: 403, code: 40301 })
		expect(await nameOf(olga)).toBe('Display olga')
	})

	test('[ROLE-08] stays as it is on a site of the OA kind', async () => {
		await testServer.set('A', { isOa: true })
		expect(await rename(anna, 'anna', 'Anna')).toMatchObject({ http: 403, code: 40301 })
		expect(await nameOf(anna)).toBe('Display anna')
	})

	test('[API-21] of another person cannot be changed by anyone', async () => {
		const ben = await testServer.signIn('ben')
		for (const name of ['admin', 'owner', 'anna', 'yves'] as const) {
			expect(await rename(await testServer.signIn(name), 'ben', 'Benny')).toMatchObject({ http: 403, code: 403 })
		}
		expect(await rename(await testServer.signIn('zoe'), 'ben', 'Benny')).toMatchObject({ http: 403 })
		expect(await rename(await testServer.visit(), 'ben', 'Benny')).toMatchObject({ http: 401 })
		expect(await rename(anna, 'nobody' as PersonName, 'Benny')).toMatchObject({ http: 403 })
		expect(await nameOf(ben)).toBe('Display ben')
	})

	test('[API-21] is not changed without the token of the page, nor by an unknown action', async () => {
		const fields = { action: 'modifyDisplayName', display_name: 'Anna' }
		expect(await anna.send(changeOf('anna'), fields, { csrf: null })).toMatchObject({ http: 419 })
		expect(await anna.send(changeOf('anna'), { ...fields, action: 'modifyUserType' })).toMatchObject({
			http: 422,
			message: 'action',
		})
		expect(await nameOf(anna)).toBe('Display anna')
	})
})

const change = (client: TestClient, name: string, fields: object = {}) =>
	client.send(changeOf(name), {
		action: 'modifyPassword',
		original_password: sealed(accountPassword),
		password: sealed(newPassword),
		password_confirmation: sealed(newPassword),
		...fields,
	})
async function signsIn(name: string, password: string) {
	const client = await testServer.visit()
	const fields = { ...loginFields(name, password), captcha: await testServer.pass(client) }
	return (await client.send('POST /auth/login?unauth&noErrorTip', fields)).code === 200
}

describe('a password', () => {
	test('[API-22, PERS-30] is changed by a person who knows the old one, which then opens nothing', async () => {
		expect(await change(anna, 'anna')).toMatchObject({ http: 200, code: 200 })
		expect([await signsIn('anna', accountPassword), await signsIn('anna', newPassword)]).toEqual([false, true])
		expect(await signsIn('ben', accountPassword)).toBe(true)
	})

	test('[API-22] ends every other session of the person, and of no one else', async () => {
		const elsewhere = await testServer.signIn('anna')
		const ben = await testServer.signIn('ben')
		await change(anna, 'anna')
		expect((await elsewhere.send('GET /auth/me')).http).toBe(401)
		expect((await anna.send('GET /auth/me')).http).toBe(200)
		expect((await ben.send('GET /auth/me')).http).toBe(200)
	})

	test('[API-22] makes every token worthless that something was proved with', async () => {
		const mona = await testServer.signIn('mona')
		await mona.send('POST /auth/sendSMSCaptcha', { type: 3, mobile: '13800138000', captcha: '' })
		const proven = { mobile: '13800138000', inputCode: testServer.newestCode() }
		const { data: token } = await mona.send('POST /auth/checkForgetPasswordSMSCaptcha', proven)
		expect(await change(mona, 'mona')).toMatchObject({ code: 200 })
		const reset = { token, password: sealed('later-horse-44'), password_confirmation: sealed('later-horse-44') }
		expect(await mona.send('POST /auth/forgetPassword', reset)).toMatchObject({ code: 200000 })
		expect(await signsIn('mona', newPassword)).toBe(true)
	})

	test.each([
		['another one', sealed('wrong-horse-42')],
		['nothing', undefined],
		['an empty one', sealed('')],
		['what cannot be opened', 'not sealed at all'],
	])('[PERS-29] is not changed with %s for the old one: 601', async (_, original_password) => {
		expect(await change(anna, 'anna', { original_password })).toMatchObject({ http: 403, code: 601 })
		expect([await signsIn('anna', accountPassword), await signsIn('anna', newPassword)]).toEqual([true, false])
	})

	test.each([
		['[PERS-23] of 7 characters', 'fresh-4'],
		['[PERS-23] of 21 characters', 'fresh-horse-43-fresh-'],
		['[PERS-23] of letters alone', 'freshhorse'],
		['[PERS-24] with a space', 'fresh horse 43'],
		['[PERS-26] with an emoji', 'fresh-horse-😀4'],
		['[PERS-25] that is the display name', 'Display anna'],
	])('a new one %s is refused by the rule, and costs no guess', async (_, password) => {
		for (let i = 0; i < 12; i++) {
			const both = { password: sealed(password), password_confirmation: sealed(password) }
			expect(await change(anna, 'anna', both)).toMatchObject({ http: 422, code: 100009 })
		}
		expect(await signsIn('anna', accountPassword)).toBe(true)
	})

	test('[PERS-25] may not be the name or the number of the person, in whatever case', async () => {
		const store = createSqlAccountStore(testServer.database.db)
		const account = await store.find(v.parse(UserId, 'u-mona'))
		if (!account) throw new Error('no mona')
		await store.insert({ ...account, id: v.parse(UserId, 'u-long'), name: 'Long-Name-7', mobile: '4155552671' }, 1)
		await store.addMembership({
			userId: v.parse(UserId, 'u-long'),
			companyId: 'X' as never,
			userType: 1,
			isDefault: true,
		})
		const long = await testServer.signIn('Long-Name-7' as PersonName)
		for (const password of ['Long-Name-7', 'long-name-7', '+864155552671']) {
			const both = { password: sealed(password), password_confirmation: sealed(password) }
			expect(await change(long, 'long', both)).toMatchObject({ code: 100009 })
		}
	})

	test('[PERS-21, PERS-22] is said twice the same', async () => {
		for (const password_confirmation of [sealed('fresh-horse-44'), undefined]) {
			expect(await change(anna, 'anna', { password_confirmation })).toMatchObject({ code: 100009 })
		}
		expect(await change(anna, 'anna', { password: undefined })).toMatchObject({ code: 100009 })
	})

	test('[API-22] of another person cannot be changed, even by someone who knows it', async () => {
		for (const name of ['admin', 'owner', 'anna'] as const) {
			expect(await change(await testServer.signIn(name), 'ben')).toMatchObject({ http: 403, code: 403 })
		}
		expect(await change(await testServer.visit(), 'ben')).toMatchObject({ http: 401 })
		expect(await signsIn('ben', accountPassword)).toBe(true)
	})

	test('[LOGIN-42] ten wrong guesses of a session, and then none of it is judged for a while; those at the sign-in do not count', async () => {
		const wrong = { original_password: sealed('wrong-horse-42') }
		for (let i = 0; i < 11; i++) expect(await signsIn('anna', 'wrong-horse-42')).toBe(false)
		for (let i = 0; i < 10; i++) expect((await change(anna, 'anna', wrong)).code).toBe(601)
		const reply = await change(anna, 'anna')
		expect(reply).toMatchObject({ http: 429, code: 1002 })
		expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
		expect(await change(await testServer.signIn('anna'), 'anna')).toMatchObject({ code: 200 })
		const ben = await testServer.signIn('ben')
		expect(await change(ben, 'ben')).toMatchObject({ code: 200 })
	})

	test('[LOGIN-42] a right one forgives the wrong ones before it', async () => {
		const wrong = { original_password: sealed('wrong-horse-42') }
		for (let i = 0; i < 9; i++) await change(anna, 'anna', wrong)
		expect(await change(anna, 'anna')).toMatchObject({ code: 200 })
		expect((await change(anna, 'anna', wrong)).code).toBe(601)
	})

	test('[API-22] of two changes at once one is done', async () => {
		const again = await testServer.signIn('anna')
		const other = { password: sealed('other-horse-44'), password_confirmation: sealed('other-horse-44') }
		const replies = await Promise.all([change(anna, 'anna'), change(again, 'anna', other)])
		expect(replies.map(({ code }) => code).sort()).not.toEqual([200, 200])
		expect(replies.filter(({ code }) => code === 200)).toHaveLength(1)
	})

	test('[BIND-08] from a corporate directory is the one of the directory until one is set here', async () => {
		const store = createSqlAccountStore(testServer.database.db)
		const olga = await testServer.signIn('olga')
		await testServer.database.db
			.$extendTables<{ users: { id: string; password_hash: string | null } }>()
			.updateTable('users')
			.set({ password_hash: null })
			.where('id', '=', 'u-olga')
			.execute()
		expect(await change(olga, 'olga')).toMatchObject({ code: 601 })
		const corporate = { original_password: sealed(corporatePassword) }
		expect(await change(olga, 'olga', corporate)).toMatchObject({ code: 200 })
		expect([await signsIn('olga', newPassword), await signsIn('olga', corporatePassword)]).toEqual([true, false])
		const account = await store.find(v.parse(UserId, 'u-olga'))
		expect(account?.corporateHash).not.toBeNull()
	})

	test('[API-22] a person without one cannot change it', async () => {
		await testServer.database.db
			.$extendTables<{ users: { id: string; password_hash: string | null } }>()
			.updateTable('users')
			.set({ password_hash: null })
			.where('id', '=', 'u-anna')
			.execute()
		expect(await change(anna, 'anna', { original_password: sealed('') })).toMatchObject({ code: 601 })
	})

	test('[API-38] neither the old nor the new one reaches the log, even when the store fails', async () => {
		await change(anna, 'anna')
		const zoe = await testServer.signIn('zoe', { host: hostB })
		await testServer.database.close()
		expect(await change(zoe, 'zoe')).toMatchObject({ http: 500 })
		for (const secret of [accountPassword, newPassword, sealed(newPassword), sealed(accountPassword)]) {
			expect(testServer.logged()).not.toContain(secret)
		}
		testServer.database.close = async () => {}
	})
})

import { type CallData, groupTypes, imLimits } from '@parley/im'
import { expect, test } from 'vitest'
import { appId, codeOf, createCallHarness, groupId, member, otherApp, person } from '../testing/callHarness.ts'
import { isInvitation } from './invitation.ts'
import { createQrCodes, qrCodeLifetimeMs } from './qrCodes.ts'

async function aGroup(mucType: CallData<'groupCreate'>['mucType'] = groupTypes.COMMON, words: string[] = []) {
	const harness = createCallHarness({ words })
	harness.addAccounts(['owner', 'manager', 'li', 'han', 'wu'])
	const userIds = ['manager', 'li'].map(person)
	const created = await harness.as('owner')('groupCreate', { name: 'Choir', mucType, userIds })
	const gid = groupId(created.gid ?? '')
	await harness.as('owner')('groupUpdateMember', { gid, userId: person('manager'), role: 2 })
	const codeBy = async (uid: string) => {
		const { url = '' } = await harness.as(uid)('groupQrCode', { gid })
		return new URL(url).searchParams.get('code') ?? ''
	}
	const memberIds = () => harness.store.memberIds(appId, gid)
	return { ...harness, gid, codeBy, memberIds }
}

test('[IMCALL-33] an application waits, and owner and managers are notified', async () => {
	const { as, gid, entries, store } = await aGroup()
	const { msgId = '', status } = await as('han')('groupApply', { gid, content: 'I sing' })
	expect(status).toBe(0)
	expect(await store.findApplication(appId, msgId)).toMatchObject({ status: 'waiting', from: 'han', to: gid })
	const told = { name: 'groupApplication', gid, msgId, content: 'I sing' }
	for (const uid of ['owner', 'manager']) {
		expect(await entries(uid, 'notice_group_sys')).toEqual([
			{ ...told, from: { userId: 'han', nickName: 'han by name' } },
		])
	}
	expect(await entries('li', 'notice_group_sys')).toEqual([])
})

test('[IMCALL-33] one application waits at a time; a repeated request has the answer of the first', async () => {
	const { as, gid, entries } = await aGroup()
	const first = await as('han')('groupApply', { gid }, 'once')
	expect(await as('han')('groupApply', { gid }, 'once')).toEqual(first)
	expect((await as('han')('groupApply', { gid })).code).toBe(codeOf('alreadyDone'))
	const two = await Promise.all([as('wu')('groupApply', { gid }), as('wu')('groupApply', { gid })])
	expect(two.map(({ code }) => code)).toEqual([codeOf('ok'), codeOf('alreadyDone')])
	expect(await entries('owner', 'notice_group_sys')).toHaveLength(2)
})

test('[IMCALL-33] an open group admits at once, a private one never', async () => {
	for (const kind of ['FORUM', 'PUBLIC'] as const) {
		const { as, gid, events } = await aGroup(groupTypes[kind])
		expect(await as('han')('groupApply', { gid })).toEqual({ code: 0, status: 1 })
		expect((await events(gid)).at(-1)).toMatchObject({ name: 'memberJoined', uid: 'han', members: [{ userId: 'han' }] })
	}
	const { as, gid } = await aGroup(groupTypes.PRIVATE)
	expect((await as('han')('groupApply', { gid })).code).toBe(codeOf('missing'))
})

test('[IMCALL-34] [IMCALL-35] an accepted application admits, is announced to the applicant, and is answered once', async () => {
	const { as, gid, entries, memberIds, store } = await aGroup()
	const { msgId = '' } = await as('han')('groupApply', { gid })
	expect((await as('manager')('groupOperateApply', { gid, msgId, accept: true }, 'once')).code).toBe(codeOf('ok'))
	expect(await memberIds()).toContain('han')
	expect(await entries('han', 'notice_group')).toEqual([{ name: 'groupApplicationResult', gid, msgId, accept: true }])
	expect(await entries('han', 'group')).toMatchObject([{ gid, group: { name: 'Choir' } }])
	expect(await store.findApplication(appId, msgId)).toMatchObject({ status: 'accepted', handledBy: 'manager' })
	expect((await store.readAudit(appId, gid, 1))[0]).toMatchObject({ actor: 'manager', action: 'accept', target: 'han' })
	expect((await as('manager')('groupOperateApply', { gid, msgId, accept: true }, 'once')).code).toBe(codeOf('ok'))
	expect((await as('owner')('groupOperateApply', { gid, msgId, accept: false })).code).toBe(codeOf('alreadyDone'))
})

test('[IMCALL-34] [IMCALL-35] a rejected applicant is notified, stays out, and may apply again', async () => {
	const { as, gid, entries, memberIds } = await aGroup()
	const { msgId = '' } = await as('han')('groupApply', { gid })
	await as('owner')('groupOperateApply', { gid, msgId, accept: false })
	expect(await entries('han', 'notice_group')).toMatchObject([{ msgId, accept: false }])
	expect(await memberIds()).not.toContain('han')
	expect((await as('han')('groupApply', { gid })).status).toBe(0)
})

test('[IMCALL-34] two concurrent answers answer an application once', async () => {
	const { as, gid, entries, store, memberIds } = await aGroup()
	const { msgId = '' } = await as('han')('groupApply', { gid })
	const answers = await Promise.all([
		as('manager')('groupOperateApply', { gid, msgId, accept: true }),
		as('owner')('groupOperateApply', { gid, msgId, accept: false }),
	])
	const [accepted, rejected] = answers.map(({ code }) => code === codeOf('ok'))
	expect(answers.map(({ code }) => code).sort()).toEqual([codeOf('ok'), codeOf('alreadyDone')])
	expect(accepted).toBe(!rejected)
	expect(await entries('han', 'notice_group')).toMatchObject([{ accept: accepted }])
	expect((await store.findApplication(appId, msgId))?.status).toBe(accepted ? 'accepted' : 'rejected')
	expect((await memberIds()).includes(person('han'))).toBe(accepted)
})

test('[IMCALL-35] an application that is unknown, to another group, of another kind or application is missing', async () => {
	const { as, gid, addAccounts, store } = await aGroup()
	const other = groupId((await as('han')('groupCreate', { name: 'Other' })).gid ?? '')
	const { msgId: elsewhere = '' } = await as('wu')('groupApply', { gid: other })
	const { msgId: ofFriends = '' } = await as('wu')('friendApply', { userId: person('owner') })
	addAccounts(['owner', 'wu'], otherApp)
	const foreign = as('owner', { app: otherApp })
	const foreignGroup = groupId((await foreign('groupCreate', { name: 'Abroad' })).gid ?? '')
	const { msgId: abroad = '' } = await as('wu', { app: otherApp })('groupApply', { gid: foreignGroup })
	const before = store.contents()
	for (const msgId of ['none', elsewhere, ofFriends, abroad]) {
		const answer = await as('owner')('groupOperateApply', { gid, msgId, accept: true })
		expect(answer.code, msgId).toBe(codeOf('missing'))
	}
	expect(store.contents()).toBe(before)
})

test('[IMCALL-34] an applicant who joined meanwhile is not added twice, and one banned meanwhile is not added', async () => {
	const { as, gid, store, memberIds, events } = await aGroup()
	const { msgId = '' } = await as('han')('groupApply', { gid })
	await as('li')('groupInvite', { gid, userIds: [person('han')] })
	const logged = (await events(gid)).length
	expect((await as('owner')('groupOperateApply', { gid, msgId, accept: true })).code).toBe(codeOf('ok'))
	expect(await events(gid)).toHaveLength(logged)
	expect((await memberIds()).filter(uid => uid === 'han')).toHaveLength(1)

	const { msgId: second = '' } = await as('wu')('groupApply', { gid })
	await store.commit([
		{ appId, now: 1, conversation: { id: gid, events: [], members: [member('wu', { banned: true })] } },
	])
	const accepted = await as('owner')('groupOperateApply', { gid, msgId: second, accept: true })
	expect(accepted.code).toBe(codeOf('banned'))
	expect((await as('owner')('groupOperateApply', { gid, msgId: second, accept: false })).code).toBe(codeOf('ok'))
})

test('[IMCALL-34] a full group admits no one, and the application keeps waiting', async () => {
	const { as, gid, store } = await aGroup()
	const { msgId = '' } = await as('han')('groupApply', { gid })
	const many = Array.from({ length: imLimits.maxGroupMembers - 3 }, (_, index) => member(`m${index}`))
	await store.commit([{ appId, now: 1, conversation: { id: gid, events: [], members: many } }])
	expect((await as('owner')('groupOperateApply', { gid, msgId, accept: true })).code).toBe(codeOf('full'))
	expect((await store.findApplication(appId, msgId))?.status).toBe('waiting')
	const code = new URL((await as('owner')('groupQrCode', { gid })).url ?? '').searchParams.get('code') ?? ''
	expect((await as('wu')('groupApply', { gid, code })).code).toBe(codeOf('full'))
})

test('[IMCALL-32] a QR code points to the public address, if set', () => {
	const { create } = createQrCodes({ key: Buffer.alloc(32, 7), publicUrl: 'https://meet.example.org' })
	const url = create({ appId, gid: groupId('g1'), issuer: person('li'), expiresAt: 1 }, 'http://10.0.0.2:8080')
	expect(url).toMatch(/^https:\/\/meet\.example\.org\/im\/group\?gid=g1&code=1\./)
})

test('[IMCALL-32] a QR code admits at once, even to a private group, and settles an application', async () => {
	const { as, gid, codeBy, store, timers } = await aGroup()
	const { msgId = '' } = await as('han')('groupApply', { gid })
	const { url = '', expiresAt } = await as('li')('groupQrCode', { gid })
	// With the port, which is not part of the site's host name.
	expect(url).toMatch(/^http:\/\/192\.0\.2\.10:8080\/im\/group\?gid=.*&code=/)
	expect(expiresAt).toBe(timers.now() + qrCodeLifetimeMs)
	expect(await as('han')('groupApply', { gid, code: await codeBy('li') })).toEqual({ code: 0, status: 1 })
	expect((await store.findApplication(appId, msgId))?.status).toBe('accepted')

	const secret = await aGroup(groupTypes.PRIVATE)
	const code = await secret.codeBy('manager')
	expect((await secret.as('han')('groupApply', { gid: secret.gid, code })).status).toBe(1)
})

test('[IMCALL-32] a code that expired, was changed, belongs to another group, or whose issuer is gone admits no one', async () => {
	const { as, gid, codeBy, advance, store } = await aGroup()
	const other = groupId((await as('li')('groupCreate', { name: 'Other' })).gid ?? '')
	const code = await codeBy('li')
	const later = String(Number(code.split('.')[0]) + 1) + code.slice(code.indexOf('.'))
	const byOwner = code.replace(/\.li$/, '.owner')
	const han = as('han')
	const before = store.contents()
	for (const wrong of ['x', later, byOwner, `${code}x`]) {
		expect((await han('groupApply', { gid, code: wrong })).code, wrong).toBe(codeOf('noPromise'))
	}
	expect((await han('groupApply', { gid: other, code })).code).toBe(codeOf('noPromise'))
	expect(store.contents()).toBe(before)

	await as('owner')('groupKick', { gid, userId: person('li') })
	expect((await han('groupApply', { gid, code })).code).toBe(codeOf('noPromise'))
	const byManager = await codeBy('manager')
	advance(qrCodeLifetimeMs)
	expect((await han('groupApply', { gid, code: byManager })).code).toBe(codeOf('noPromise'))
})

test('[IMCALL-32] a wrong code does not reveal the existence of a private group', async () => {
	const { as, gid } = await aGroup(groupTypes.PRIVATE)
	expect((await as('han')('groupApply', { gid, code: 'x' })).code).toBe(codeOf('missing'))
	expect((await as('han')('groupApply', { gid: groupId('no-group'), code: 'x' })).code).toBe(codeOf('missing'))
})

test('[IMCALL-32] [IMCALL-33] a QR code admits neither banned people nor, to any group, guests', async () => {
	const { as, gid, codeBy } = await aGroup(groupTypes.PUBLIC)
	const code = await codeBy('li')
	await as('han')('groupApply', { gid })
	await as('owner')('groupKick', { gid, userId: person('han'), ban: true })
	expect((await as('han')('groupApply', { gid, code })).code).toBe(codeOf('banned'))
	expect((await as('visitor', { isGuest: true })('groupApply', { gid, code })).code).toBe(codeOf('noPromise'))
})

test('applications with refused words are rejected', async () => {
	const { as, gid } = await aGroup(groupTypes.COMMON, ['casino'])
	const answer = await as('han')('groupApply', { gid, content: 'to the casino' })
	expect(answer.code).toBe(codeOf('wordRefused'))
	const toFriend = { userId: person('wu'), content: 'to the casino' }
	expect((await as('han')('friendApply', toFriend)).code).toBe(codeOf('wordRefused'))
})

test('a code names its group, until its issuer may no longer add people', async () => {
	const { as, gid, codeBy, store, timers } = await aGroup(groupTypes.PRIVATE)
	const deps = { store, timers, qrCodes: createQrCodes({ key: Buffer.alloc(32, 7), publicUrl: undefined }) }
	const counts = async (code: string) => {
		const group = await store.findGroup(appId, gid)
		return group && isInvitation(deps, appId, group, code)
	}
	const code = await codeBy('manager')
	expect(await counts(code)).toBe(true)
	expect(await counts(`${code}x`)).toBe(false)
	await as('owner')('groupUpdateMember', { gid, userId: person('manager'), role: 0 })
	expect(await counts(code)).toBe(false)
})

import { imLimits } from '@parley/im'
import { expect, test } from 'vitest'
import { appId, codeOf, createCallHarness, otherApp, person } from '../testing/callHarness.ts'

function people() {
	const harness = createCallHarness()
	harness.addAccounts(['li', 'han', 'wu'])
	const { as } = harness
	const friendsOf = async (uid: string) => ((await as(uid)('friendList', {})).list ?? []).map(({ userId }) => userId)
	async function befriend(a: string, b: string) {
		await as(a)('friendApply', { userId: person(b) })
		await as(b)('friendApply', { userId: person(a) })
	}
	return { ...harness, friendsOf, befriend }
}

test('[IMCALL-05] [IMCALL-45] an application waits, and its recipient is notified', async () => {
	const { as, entries, friendsOf, timers } = people()
	const { msgId, status } = await as('li')('friendApply', { userId: person('han'), content: 'It is me' })
	expect(status).toBe(0)
	const application = {
		msgId,
		from: { userId: 'li', nickName: 'li by name' },
		to: { userId: 'han', nickName: 'han by name' },
		content: 'It is me',
		status: 0,
		ts: timers.now(),
	}
	expect(await entries('han', 'friend_apply')).toEqual([{ name: 'friendApplication', application }])
	expect(await as('li')('friendApplyStatus', { userId: person('han') })).toEqual({
		code: 0,
		friend: false,
		application,
	})
	expect(await friendsOf('li')).toEqual([])
})

test('[IMCALL-05] one application waits at a time, a repeated request has its answer, and friends need none', async () => {
	const { as, entries, befriend } = people()
	const apply = (requestId?: string) => as('li')('friendApply', { userId: person('han') }, requestId)
	const first = await apply('once')
	expect(await apply('once')).toEqual(first)
	expect((await apply()).code).toBe(codeOf('alreadyDone'))
	expect(await entries('han', 'friend_apply')).toHaveLength(1)
	await befriend('han', 'li')
	expect((await apply()).code).toBe(codeOf('alreadyDone'))
})

test('[IMCALL-05] people who apply to each other are friends at once, even if they do so at the same moment', async () => {
	for (const atOnce of [false, true]) {
		const { as, friendsOf, entries } = people()
		const li = () => as('li')('friendApply', { userId: person('han') })
		const han = () => as('han')('friendApply', { userId: person('li') })
		const answers = atOnce ? await Promise.all([li(), han()]) : [await li(), await han()]
		expect(answers.map(({ status }) => status)).toEqual([0, 1])
		expect(answers[0]?.msgId).toBe(answers[1]?.msgId)
		expect(await friendsOf('li')).toEqual(['han'])
		expect(await friendsOf('han')).toEqual(['li'])
		expect(await entries('li', 'friend_apply')).toMatchObject([
			{ name: 'friendApplicationResult', application: { status: 1 } },
		])
		expect(await entries('li', 'friend')).toMatchObject([{ name: 'friendUpdated', friend: { userId: 'han' } }])
		expect(await entries('han', 'friend')).toMatchObject([{ name: 'friendUpdated', friend: { userId: 'li' } }])
	}
})

test('[IMCALL-05] applications to oneself, people without an account, guests and people of another application are refused', async () => {
	const { as, addGuest, addAccounts, store } = people()
	await addGuest('visitor')
	addAccounts(['abroad'], otherApp)
	const before = store.contents()
	const apply = async (uid: string) => (await as('li')('friendApply', { userId: person(uid) })).code
	expect(await apply('li')).toBe(codeOf('invalidData'))
	for (const uid of ['nobody', 'visitor', 'abroad']) expect(await apply(uid), uid).toBe(codeOf('missing'))
	expect(store.contents()).toBe(before)
})

test('[IMCALL-06] [IMCALL-07] [IMCALL-46] accepting makes both friends, rejecting does not; the applicant is notified', async () => {
	const { as, friendsOf, entries, timers } = people()
	const { msgId = '' } = await as('li')('friendApply', { userId: person('han') })
	expect((await as('han')('friendHandleApply', { msgId, accept: false }, 'once')).code).toBe(codeOf('ok'))
	expect(await friendsOf('li')).toEqual([])
	const { msgId: second = '' } = await as('li')('friendApply', { userId: person('han') })
	expect((await as('han')('friendHandleApply', { msgId: second, accept: true })).code).toBe(codeOf('ok'))
	expect(await friendsOf('li')).toEqual(['han'])
	expect(await friendsOf('han')).toEqual(['li'])
	expect(await entries('li', 'friend_apply')).toMatchObject([
		{ name: 'friendApplicationResult', application: { msgId, status: 2, ts: timers.now() } },
		{ name: 'friendApplicationResult', application: { msgId: second, status: 1 } },
	])
	expect((await as('han')('friendHandleApply', { msgId, accept: false }, 'once')).code).toBe(codeOf('ok'))
	expect((await as('han')('friendHandleApply', { msgId, accept: true })).code).toBe(codeOf('alreadyDone'))
})

test('[IMCALL-06] an application that is unknown, of others, to a group, or of another application is missing', async () => {
	const { as, addAccounts, store } = people()
	const { msgId: own = '' } = await as('li')('friendApply', { userId: person('han') })
	const { msgId: ofOthers = '' } = await as('wu')('friendApply', { userId: person('han') })
	addAccounts(['li', 'wu'], otherApp)
	const { msgId: abroad = '' } = await as('wu', { app: otherApp })('friendApply', { userId: person('li') })
	const before = store.contents()
	for (const msgId of ['none', own, ofOthers, abroad]) {
		expect((await as('li')('friendHandleApply', { msgId, accept: true })).code, msgId).toBe(codeOf('missing'))
	}
	expect(store.contents()).toBe(before)
})

test('[IMCALL-06] an application of a person whose account was deleted can only be rejected', async () => {
	const { as, removeAccount, friendsOf } = people()
	const { msgId = '' } = await as('li')('friendApply', { userId: person('han') })
	removeAccount('li')
	expect((await as('han')('friendHandleApply', { msgId, accept: true })).code).toBe(codeOf('missing'))
	expect((await as('han')('friendHandleApply', { msgId, accept: false })).code).toBe(codeOf('ok'))
	expect(await friendsOf('han')).toEqual([])
})

test('[IMCALL-09] [IMCALL-47] a friendship ends on both sides, which are notified', async () => {
	const { as, friendsOf, entries, befriend } = people()
	await befriend('li', 'han')
	expect((await as('li')('friendDelete', { userId: person('han') }, 'once')).code).toBe(codeOf('ok'))
	expect(await friendsOf('li')).toEqual([])
	expect(await friendsOf('han')).toEqual([])
	expect((await entries('han', 'friend')).at(-1)).toEqual({ name: 'friendDeleted', userId: 'li' })
	expect((await entries('li', 'friend')).at(-1)).toEqual({ name: 'friendDeleted', userId: 'han' })
	expect((await as('li')('friendDelete', { userId: person('han') }, 'once')).code).toBe(codeOf('ok'))
	expect((await as('li')('friendDelete', { userId: person('han') })).code).toBe(codeOf('missing'))
})

test('[IMCALL-10] [IMCALL-12] [IMCALL-14] shield and remark are personal, and the person’s other devices receive them', async () => {
	const { as, entries, befriend, store } = people()
	await befriend('li', 'han')
	await as('li')('friendShield', { userId: person('han'), shield: true })
	await as('li')('friendModifyInfo', { userId: person('han'), remark: 'Captain' })
	const friend = { userId: 'han', nickName: 'han by name', remark: 'Captain', shield: true }
	expect((await as('li')('friendList', {})).list).toEqual([friend])
	expect((await as('han')('friendList', {})).list).toMatchObject([{ remark: '', shield: false }])
	expect((await entries('li', 'friend')).at(-1)).toEqual({ name: 'friendUpdated', friend })
	expect(await entries('han', 'friend')).toHaveLength(1)
	const before = store.contents()
	expect((await as('li')('friendShield', { userId: person('wu'), shield: true })).code).toBe(codeOf('missing'))
	expect((await as('li')('friendModifyInfo', { userId: person('wu'), remark: 'x' })).code).toBe(codeOf('missing'))
	expect(store.contents()).toBe(before)
})

test('[IMCALL-12] a friendship that ends while it is changed leaves no data', async () => {
	const { as, friendsOf, befriend } = people()
	await befriend('li', 'han')
	const answers = await Promise.all([
		as('han')('friendDelete', { userId: person('li') }),
		as('li')('friendShield', { userId: person('han'), shield: true }),
	])
	expect(answers.map(({ code }) => code)).toEqual([codeOf('ok'), codeOf('missing')])
	expect(await friendsOf('li')).toEqual([])
	expect(await friendsOf('han')).toEqual([])
})

test('[IMCALL-09] [IMCALL-12] a shield holds when the friendship ends, until it is lifted or both are friends again', async () => {
	const { as, friendsOf, befriend, entries, advance } = people()
	const write = async () => (await as('han')('chatSend', { userId: person('li'), content: 'x' })).code
	const shield = (on: boolean) => as('li')('friendShield', { userId: person('han'), shield: on })
	await befriend('li', 'han')
	await shield(true)
	expect((await as('han')('friendDelete', { userId: person('li') })).code).toBe(codeOf('ok'))
	expect(await write()).toBe(codeOf('shielded'))
	expect(await friendsOf('li')).toEqual([])
	expect(await as('li')('friendApplyStatus', { userId: person('han') })).toMatchObject({ friend: false })
	expect((await as('li')('friendDelete', { userId: person('han') })).code).toBe(codeOf('missing'))
	expect((await as('li')('friendModifyInfo', { userId: person('han'), remark: 'x' })).code).toBe(codeOf('missing'))
	const told = await entries('li', 'friend')
	expect((await shield(true)).code).toBe(codeOf('ok'))
	expect((await shield(false)).code).toBe(codeOf('ok'))
	expect(await entries('li', 'friend')).toEqual(told)
	expect(await write()).toBe(codeOf('ok'))
	expect((await shield(true)).code).toBe(codeOf('missing'))

	advance(1)
	await befriend('li', 'han')
	await shield(true)
	await as('li')('friendDelete', { userId: person('han') })
	expect(await write()).toBe(codeOf('shielded'))
	advance(1)
	await befriend('han', 'li')
	expect((await as('li')('friendList', {})).list).toMatchObject([{ userId: 'han', shield: false }])
	expect(await write()).toBe(codeOf('ok'))
})

test('[IMCALL-13] applications to and from a person are listed newest first, in pages', async () => {
	const { as, addAccounts, advance } = people()
	addAccounts(['zhao'])
	for (const [from, to] of [
		['li', 'han'],
		['wu', 'li'],
		['zhao', 'li'],
		['zhao', 'wu'],
	] as const) {
		await as(from)('friendApply', { userId: person(to) })
		advance(1)
	}
	const page = async (number: number) => {
		const { list = [], more } = await as('li')('friendApplyList', { page: number, count: 2 })
		return { people: list.map(({ from, to }) => `${from.userId} to ${to.userId}`), more }
	}
	expect(await page(1)).toEqual({ people: ['zhao to li', 'wu to li'], more: true })
	expect(await page(2)).toEqual({ people: ['li to han'], more: false })
})

test('[IMCALL-11] the status is that of the newest application between two people, whoever requests it', async () => {
	const { as } = people()
	expect(await as('li')('friendApplyStatus', { userId: person('han') })).toEqual({ code: 0, friend: false })
	const { msgId = '' } = await as('li')('friendApply', { userId: person('han') })
	expect(await as('han')('friendApplyStatus', { userId: person('li') })).toMatchObject({ application: { msgId } })
	await as('han')('friendHandleApply', { msgId, accept: true })
	expect(await as('li')('friendApplyStatus', { userId: person('han') })).toMatchObject({
		friend: true,
		application: { status: 1 },
	})
})

test('[IMCALL-05] [IMCALL-06] a person has 2,000 friends at most', async () => {
	const { as, store, addAccounts } = people()
	addAccounts(['zhao'])
	const { msgId = '' } = await as('wu')('friendApply', { userId: person('li') })
	const { msgId: toZhao = '' } = await as('li')('friendApply', { userId: person('zhao') })
	const many = Array.from({ length: imLimits.maxFriends }, (_, index) => ({
		uid: person('li'),
		friendUid: person(`f${index}`),
		isFriend: true,
		remark: '',
		shield: false,
		since: 1,
	}))
	await store.commit([{ appId, now: 1, friends: { put: many } }])
	expect((await as('li')('friendApply', { userId: person('han') })).code).toBe(codeOf('full'))
	expect((await as('li')('friendHandleApply', { msgId, accept: true })).code).toBe(codeOf('full'))
	// Also if the applicant has reached the limit by now.
	expect((await as('zhao')('friendHandleApply', { msgId: toZhao, accept: true })).code).toBe(codeOf('full'))
	expect((await as('zhao')('friendList', {})).list).toEqual([])
	expect((await as('han')('friendApply', { userId: person('li') })).status).toBe(0)
})

test('[IMCALL-02] people of a site write to each other, or to friends only if the site requires it', async () => {
	for (const chatsNeedFriendship of [false, true]) {
		const { as, addAccounts, store } = createCallHarness({ chatsNeedFriendship })
		addAccounts(['li', 'han'])
		const send = (content: string) => as('li')('chatSend', { userId: person('han'), content })
		const before = store.contents()
		expect((await send('Hello')).code).toBe(codeOf(chatsNeedFriendship ? 'noPromise' : 'ok'))
		if (!chatsNeedFriendship) continue
		expect(store.contents()).toBe(before)
		await as('li')('friendApply', { userId: person('han') })
		await as('han')('friendApply', { userId: person('li') })
		expect((await send('Hello')).code).toBe(codeOf('ok'))
		await as('han')('friendShield', { userId: person('li'), shield: true })
		expect((await send('Are you there?')).code).toBe(codeOf('shielded'))
	}
})

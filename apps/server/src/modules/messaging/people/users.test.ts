import { expect, test } from 'vitest'
import { createCallHarness, otherApp, person } from '../testing/callHarness.ts'

test('[IMCALL-43] members are shown with their account name, guests with the name they chose', async () => {
	const { as, addAccounts, addGuest } = createCallHarness()
	addAccounts(['li'])
	addAccounts(['abroad'], otherApp)
	await addGuest('visitor')
	const userIds = ['visitor', 'li', 'nobody', 'abroad', 'li'].map(person)
	expect(await as('li')('userInfo', { userIds })).toEqual({
		code: 0,
		list: [
			{ userId: 'visitor', nickName: 'visitor', guest: true },
			{ userId: 'li', nickName: 'li by name' },
		],
	})
})

test('[IMCALL-43] a person whose account was deleted keeps their last name', async () => {
	const { as, addAccounts, removeAccount, store } = createCallHarness()
	addAccounts(['li'])
	await store.putProfile(
		'app' as never,
		{ uid: person('li'), nickName: 'Li of old', imgUrl: '/p.png', isGuest: false },
		1,
	)
	removeAccount('li')
	expect((await as('han')('userInfo', { userIds: [person('li')] })).list).toEqual([
		{ userId: 'li', nickName: 'Li of old', imgUrl: '/p.png' },
	])
})

import {
	expect,
	fillCode,
	newMobile,
	openSimulatedPhone,
	proveMobile,
	type SimulatedPhone,
	test,
} from './fixtures/index.ts'

const messengerButton = ({ inside, say }: SimulatedPhone) =>
	inside.getByRole('button', { name: say('social_sign_in', { provider: say('social_messenger') }) })
const deviceButton = ({ inside, say }: SimulatedPhone) =>
	inside.getByRole('button', { name: say('social_sign_in', { provider: say('social_deviceMaker') }) })
const arrives = (phone: SimulatedPhone, path: RegExp) => expect.poll(phone.path).toMatch(path)

test('[SOC-01] [SOC-10] [BRG-16] somebody whose messenger identity is bound is signed in by it', async ({
	browser,
	server,
}) => {
	const phone = await openSimulatedPhone(browser, server, { path: '/Login' })
	await phone.identify(messengerButton(phone), 'wx-hanmei')
	await arrives(phone, /^\/MeetingList$/)
	await phone.close()
})

test('[SOC-16] [BIND-07] [BIND-13] on a mixed site a new messenger identity is bound to a phone', async ({
	browser,
	server,
}) => {
	const phone = await openSimulatedPhone(browser, server)
	await phone.inside.getByRole('link', { name: phone.say('landing_login') }).click()
	await phone.identify(messengerButton(phone), 'wx-somebody-new')
	await phone.inside.getByRole('button', { name: phone.say('social_choose_phone') }).click()
	await arrives(phone, /^\/loginBindPhone/)
	await proveMobile(server, phone.inside, phone.say, newMobile())
	await phone.inside.getByRole('button', { name: phone.say('social_bind_submit'), exact: true }).click()
	await arrives(phone, /^\/(MeetingList)?$/)
	await phone.close()
})

test('[SOC-16] [BIND-08] [BIND-28] and a device account to a corporate one, in English', async ({
	browser,
	ownServer,
}) => {
	const phone = await openSimulatedPhone(browser, ownServer, { path: '/Login', language: 'en' })
	await phone.identify(deviceButton(phone), 'apple-somebody-new')
	await phone.inside.getByRole('button', { name: phone.say('social_choose_oa') }).click()
	await arrives(phone, /^\/loginBindOA/)
	await phone.inside.getByLabel(phone.say('account_oa_name'), { exact: true }).fill('oa.wang')
	await phone.inside.getByLabel(phone.say('account_oa_password'), { exact: true }).fill('Parley-2026')
	await phone.inside.getByRole('button', { name: phone.say('social_bind_confirm'), exact: true }).click()
	await arrives(phone, /^\/(MeetingList)?$/)
	await phone.close()
})

test('[SOC-14] on a corporate site it is the corporate account', async ({ browser, ownServer }) => {
	const phone = await openSimulatedPhone(browser, ownServer, { path: '/Login', host: 'oa.localhost' })
	await phone.identify(messengerButton(phone), 'wx-corporate')
	await arrives(phone, /^\/loginBindOA/)
	await phone.inside.getByLabel(phone.say('account_oa_name'), { exact: true }).fill('hanmei')
	await phone.inside.getByLabel(phone.say('account_oa_password'), { exact: true }).fill('Parley-2026')
	await phone.inside.getByRole('button', { name: phone.say('social_bind_confirm'), exact: true }).click()
	await arrives(phone, /^\/(MeetingList)?$/)
	await phone.close()
})

test('[SOC-15] [BIND-14] on a phone site it is the phone, and back begins anew', async ({ browser, server }) => {
	const phone = await openSimulatedPhone(browser, server, { path: '/Login', host: 'private.localhost' })
	await phone.identify(messengerButton(phone), 'wx-private')
	await arrives(phone, /^\/loginBindPhone/)
	await phone.inside.getByRole('button', { name: phone.say('common_back') }).click()
	await arrives(phone, /^\/Login/)
	await phone.identify(messengerButton(phone), 'wx-private')
	await arrives(phone, /^\/loginBindPhone/)
	await proveMobile(server, phone.inside, phone.say, '13800000003')
	await phone.inside.getByRole('button', { name: phone.say('social_bind_submit'), exact: true }).click()
	await arrives(phone, /^\/(MeetingList)?$/)
	await phone.close()
})

test('[BRG-04] [SOC-17] [SOC-18] the workplace app signs somebody in', async ({ browser, server }) => {
	const phone = await openSimulatedPhone(browser, server)
	await phone.page.getByRole('button', { name: 'Sign in from the app' }).click()
	await arrives(phone, /^\/MeetingList$/)
	await phone.close()
})

for (const way of ['phone', 'oa'] as const) {
	test(`[UNBIND-01] [UNBIND-05] a bound identity is taken off by ${way}`, async ({ browser, ownServer }) => {
		const phone = await openSimulatedPhone(browser, ownServer, { path: '/Login' })
		const { inside, say } = phone
		if (way === 'phone') await phone.identify(messengerButton(phone), 'wx-hanmei')
		else {
			await phone.identify(messengerButton(phone), 'wx-for-oa')
			await inside.getByRole('button', { name: say('social_choose_oa') }).click()
			await inside.getByLabel(say('account_oa_name'), { exact: true }).fill('oa.wang')
			await inside.getByLabel(say('account_oa_password'), { exact: true }).fill('Parley-2026')
			await inside.getByRole('button', { name: say('social_bind_confirm'), exact: true }).click()
		}
		await arrives(phone, /^\/MeetingList$/)
		await inside.getByRole('link', { name: say('meeting_me', { name: way === 'phone' ? '韩梅' : '王秀英' }) }).click()
		await inside
			.getByRole('button', { name: say('social_messenger') })
			.first()
			.click()
		await inside
			.getByRole('button', { name: say('social_unlink') })
			.first()
			.click()
		if (way === 'phone') {
			await inside.getByRole('button', { name: say('social_unlink_phone') }).click()
			// The number is the one of the account, and no other can be filled in.
			await expect(inside.getByLabel(say('verification_mobile'), { exact: true })).not.toBeEditable()
			await fillCode(ownServer, inside, say, '13800000002')
		} else {
			await inside.getByLabel(say('account_oa_name'), { exact: true }).fill('oa.wang')
			await inside.getByLabel(say('account_oa_password'), { exact: true }).fill('Parley-2026')
		}
		await inside.getByRole('button', { name: say('social_unbind_next'), exact: true }).click()
		await inside
			.getByRole('alertdialog')
			.getByRole('button', { name: say('social_unbind_confirm') })
			.click()
		await expect(inside.getByText(say('social_unbind_done', { provider: say('social_messenger') }))).toBeVisible()
		await phone.close()
	})
}

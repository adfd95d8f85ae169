import {
	expect,
	fillMobileAndCode,
	newMobile,
	openSimulatedPhone,
	type PhonePage,
	requestAndFillCode,
	test,
} from './fixtures/index.ts'

const messengerButton = ({ inside, t }: PhonePage) =>
	inside.getByRole('button', { name: t('social_sign_in', { provider: t('social_messenger') }) })
const deviceButton = ({ inside, t }: PhonePage) =>
	inside.getByRole('button', { name: t('social_sign_in', { provider: t('social_deviceMaker') }) })
const expectPath = (phone: PhonePage, path: RegExp) => expect.poll(phone.path).toMatch(path)

test('[SOC-01] [SOC-10] [BRG-16] a bound messenger identity signs in', async ({ browser, server }) => {
	const phone = await openSimulatedPhone(browser, server, { path: '/Login' })
	await phone.identify(messengerButton(phone), 'wx-hanmei')
	await expectPath(phone, /^\/MeetingList$/)
})

test('[SOC-16] [BIND-07] [BIND-13] on a mixed site a new messenger identity is bound to a phone', async ({
	browser,
	server,
}) => {
	const phone = await openSimulatedPhone(browser, server)
	await phone.inside.getByRole('link', { name: phone.t('landing_login') }).click()
	await phone.identify(messengerButton(phone), 'wx-somebody-new')
	await phone.inside.getByRole('button', { name: phone.t('social_choose_phone') }).click()
	await expectPath(phone, /^\/loginBindPhone/)
	await fillMobileAndCode(server, phone.inside, phone.t, newMobile())
	await phone.inside.getByRole('button', { name: phone.t('social_bind_submit'), exact: true }).click()
	await expectPath(phone, /^\/(MeetingList)?$/)
})

test('[SOC-16] [BIND-08] [BIND-28] a device account is bound to a corporate account, in English', async ({
	browser,
	ownServer,
}) => {
	const phone = await openSimulatedPhone(browser, ownServer, { path: '/Login', language: 'en' })
	await phone.identify(deviceButton(phone), 'apple-somebody-new')
	await phone.inside.getByRole('button', { name: phone.t('social_choose_oa') }).click()
	await expectPath(phone, /^\/loginBindOA/)
	await phone.inside.getByLabel(phone.t('account_oa_name'), { exact: true }).fill('oa.wang')
	await phone.inside.getByLabel(phone.t('account_oa_password'), { exact: true }).fill('Parley-2026')
	await phone.inside.getByRole('button', { name: phone.t('social_bind_confirm'), exact: true }).click()
	await expectPath(phone, /^\/(MeetingList)?$/)
})

test('[SOC-14] on a corporate site an identity is bound to the corporate account', async ({ browser, ownServer }) => {
	const phone = await openSimulatedPhone(browser, ownServer, { path: '/Login', host: 'oa.localhost' })
	await phone.identify(messengerButton(phone), 'wx-corporate')
	await expectPath(phone, /^\/loginBindOA/)
	await phone.inside.getByLabel(phone.t('account_oa_name'), { exact: true }).fill('hanmei')
	await phone.inside.getByLabel(phone.t('account_oa_password'), { exact: true }).fill('Parley-2026')
	await phone.inside.getByRole('button', { name: phone.t('social_bind_confirm'), exact: true }).click()
	await expectPath(phone, /^\/(MeetingList)?$/)
})

test('[SOC-15] [BIND-14] on a phone site an identity is bound to the phone, and back starts again', async ({
	browser,
	server,
}) => {
	const phone = await openSimulatedPhone(browser, server, { path: '/Login', host: 'private.localhost' })
	await phone.identify(messengerButton(phone), 'wx-private')
	await expectPath(phone, /^\/loginBindPhone/)
	await phone.inside.getByRole('button', { name: phone.t('common_back') }).click()
	await expectPath(phone, /^\/Login/)
	await phone.identify(messengerButton(phone), 'wx-private')
	await expectPath(phone, /^\/loginBindPhone/)
	await fillMobileAndCode(server, phone.inside, phone.t, '13800000003')
	await phone.inside.getByRole('button', { name: phone.t('social_bind_submit'), exact: true }).click()
	await expectPath(phone, /^\/(MeetingList)?$/)
})

test('[BRG-04] [SOC-17] [SOC-18] the workplace app signs in', async ({ browser, server }) => {
	const phone = await openSimulatedPhone(browser, server)
	await phone.page.getByRole('button', { name: 'Sign in from the app' }).click()
	await expectPath(phone, /^\/MeetingList$/)
})

for (const way of ['phone', 'oa'] as const) {
	test(`[UNBIND-01] [UNBIND-05] a bound identity is unbound by ${way}`, async ({ browser, ownServer }) => {
		const phone = await openSimulatedPhone(browser, ownServer, { path: '/Login' })
		const { inside, t } = phone
		if (way === 'phone') await phone.identify(messengerButton(phone), 'wx-hanmei')
		else {
			await phone.identify(messengerButton(phone), 'wx-for-oa')
			await inside.getByRole('button', { name: t('social_choose_oa') }).click()
			await inside.getByLabel(t('account_oa_name'), { exact: true }).fill('oa.wang')
			await inside.getByLabel(t('account_oa_password'), { exact: true }).fill('Parley-2026')
			await inside.getByRole('button', { name: t('social_bind_confirm'), exact: true }).click()
		}
		await expectPath(phone, /^\/MeetingList$/)
		await inside.getByRole('link', { name: t('meeting_me', { name: way === 'phone' ? '韩梅' : '王秀英' }) }).click()
		await inside
			.getByRole('button', { name: t('social_messenger') })
			.first()
			.click()
		await inside
			.getByRole('button', { name: t('social_unlink') })
			.first()
			.click()
		if (way === 'phone') {
			await inside.getByRole('button', { name: t('social_unlink_phone') }).click()
			// The number is that of the account and cannot be changed.
			await expect(inside.getByLabel(t('verification_mobile'), { exact: true })).not.toBeEditable()
			await requestAndFillCode(ownServer, inside, t, '13800000002')
		} else {
			await inside.getByLabel(t('account_oa_name'), { exact: true }).fill('oa.wang')
			await inside.getByLabel(t('account_oa_password'), { exact: true }).fill('Parley-2026')
		}
		await inside.getByRole('button', { name: t('social_unbind_next'), exact: true }).click()
		await inside
			.getByRole('alertdialog')
			.getByRole('button', { name: t('social_unbind_confirm') })
			.click()
		await expect(inside.getByText(t('social_unbind_done', { provider: t('social_messenger') }))).toBeVisible()
	})
}

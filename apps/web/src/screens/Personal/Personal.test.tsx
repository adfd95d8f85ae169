import { UserProfile } from '@parley/api'
import type { Bridge } from '@parley/bridge'
import { ok } from '@parley/core'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { chooseTheme } from '../../features/appearance/index.ts'
import { getCurrentPerson } from '../../features/session/index.ts'
import { useSite } from '../../features/site/index.ts'
import { chooseLanguage } from '../../locales/index.ts'
import { showGlobalOverlay, useGlobalOverlay } from '../../navigation/globalOverlay.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { setSite } from '../../testing/aSite.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { Personal } from './Personal.screen.tsx'

const path = '/MeetingList/Personal'
const info = 'GET /meeting/personalCenterInfo'
const logout = 'POST /auth/logout'
const remember = 'POST /corp/rememberLastCorp'
const invitation = 'GET /meeting/siteControl/getInvitationInfo'

const plain = aMember()
const own = { ...plain.user.companies[0], companyId: 'c1', name: '港湾实验室', type: 1 }
const personal = { ...own, companyId: 'p1', name: '随便', type: 2, isDefault: false }
const copyright = { guestJoin: true, publicMeetings: true, neutral: false, telephone: '400-123-4567' }

type Fields = Partial<typeof plain.user>
const aPerson = (fields: Fields = {}, company: object = own) =>
	({ kind: 'member', user: { ...plain.user, ...fields }, company }) as typeof plain
const inFull = (fields: Fields = {}, full: object = {}) => ({
	data: UserProfile.encode({
		...aPerson(fields).user,
		isMasterPlatform: true,
		rights: { maxPeople: 300 },
		...full,
	}),
})

function aShell(version: object): Bridge {
	const seen = { present: true, version }
	const bridge = { present: true, info: { get: () => seen, subscribe: () => () => {} }, on: () => () => {} }
	return { ...bridge, call: async () => ok({ info: 'sealed' }) } as unknown as Bridge
}

const show = (bridge?: Bridge) => renderScreen(path, Personal, path, bridge)
const row = (label: string) => {
	const found = within(screen.getByRole('main', { hidden: true }))
		.getByText(label)
		.closest('a, button, div')
	if (!found) throw new Error(`no row ${label}`)
	return found as HTMLElement
}
const openRow = (label: string) => fireEvent.click(row(label))
const choose = async (sheet: string, choice: string) => {
	const dialog = await screen.findByRole('dialog', { name: sheet })
	fireEvent.click(within(dialog).getByRole('button', { name: choice }))
}

beforeEach(() => {
	localStorage.setItem('accessToken', 'a')
	localStorage.setItem('corpId', 'c1')
	setSite({})
	useSite.setState({ copyright })
	vi.stubEnv('PARLEY_VERSION', '1.2.3')
	setPerson(aPerson({ companies: [own] as never }))
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	vi.unstubAllEnvs()
	localStorage.clear()
	useSite.setState({ copyright: undefined })
	document.documentElement.removeAttribute('style')
	act(() => {
		chooseLanguage('zh')
		chooseTheme(undefined)
	})
})

test('[PERS-33] [API-20] fetches the profile in the current company, and shows what the server returns', async () => {
	const server = stubServer({ [info]: inFull({ displayName: '韩梅梅', companies: [own] as never }) })
	await show()
	expect(server.last(info)?.query.get('corpId')).toBe('c1')
	await screen.findByText('韩梅梅')
	expect(getCurrentPerson()).toMatchObject({ user: { displayName: '韩梅梅' } })
})

test('[PERS-01] the picture, or initials on a colour of the name', async () => {
	stubServer({})
	const { container, unmount } = await show()
	const avatar = () => container.querySelector('[class*="avatar"]')
	expect(avatar()?.textContent).toBe('韩梅')
	unmount()
	setPerson(aPerson({ picture: 'https://p.example/me.png' }))
	const shown = await show()
	expect(shown.container.querySelector('main img')?.getAttribute('src')).toBe('https://p.example/me.png')
})

test('[PERS-02] a name of seventeen characters is shortened on the screen and complete for screen readers', async () => {
	stubServer({})
	const { unmount } = await show()
	expect(screen.getByText('韩梅', { selector: '[class*="name"]' }).hasAttribute('aria-hidden')).toBe(false)
	unmount()
	setPerson(aPerson({ displayName: '梅'.repeat(17) }))
	await show()
	expect(screen.getByText(`${'梅'.repeat(16)}…`).getAttribute('aria-hidden')).toBe('true')
	expect(screen.getByText('梅'.repeat(17)).className).toBe('sr-only')
})

test('[PERS-03] the row of the companies says how many they are; the personal edition is none of them', async () => {
	stubServer({})
	setPerson(aPerson({ companies: [own, personal] as never }, personal))
	const { unmount } = await show()
	expect(row('我的企业').textContent).toBe('我的企业1 家')
	unmount()
	setPerson(aPerson({ companies: [personal] as never }, personal))
	await show()
	expect(row('我的企业').textContent).toBe('我的企业未加入')
	expect(row('我的企业').getAttribute('href')).toBe('/companies')
})

test('[PERS-03] [PERS-06] [PERS-08] [PERS-11] [PERS-13] the rows lead to their screens', async () => {
	stubServer({})
	await show()
	const to = (label: string) => row(label).getAttribute('href')
	expect(['我的企业', '修改密码', '帮助中心', '投诉', '关于我们'].map(to)).toEqual([
		'/companies',
		'/MeetingList/Personal/ModifyPwd',
		'/MeetingList/Personal/help',
		'/complaints',
		'/MeetingList/Personal/AboutUs',
	])
	expect(row('用户名 hanmei').getAttribute('href')).toBe('/MeetingList/Personal/PersonalInfoChange')
})

test('[PERS-04] [CORP-07] [CORP-01] [OP-104] an enterprise and the personal edition can be switched', async () => {
	const companies = [own, personal] as never
	setPerson(aPerson({ companies }))
	const server = stubServer({ [info]: inFull({ companies }), [remember]: {} })
	await show()
	expect(row('主企业').textContent).toContain('港湾实验室')
	openRow('主企业')
	await choose('选择主企业', '个人版')
	await waitFor(() => expect(row('主企业').textContent).toContain('个人版'))
	expect(server.last(remember)?.body).toMatchObject({ corpId: 'p1' })
	await waitFor(() => expect(server.last(info)?.query.get('corpId')).toBe('p1'))
})

test('[CORP-07] where people cannot register by themselves the personal edition is not offered', async () => {
	const companies = [own, personal] as never
	setPerson(aPerson({ companies }))
	stubServer({ [info]: inFull({ companies }, { isMasterPlatform: false }) })
	await show()
	await waitFor(() => expect(row('主企业').tagName).toBe('DIV'))
})

test('[PERS-04] a single company cannot be switched', async () => {
	stubServer({})
	await show()
	expect(row('主企业').tagName).toBe('DIV')
})

test('[PERS-05] the personal edition of a master platform shows number of people and expiry', async () => {
	const companies = [personal] as never
	setPerson(aPerson({ companies }, personal))
	const server = stubServer({ [info]: inFull({ companies }, { rights: { maxPeople: 300, expires: '2027-03-01' } }) })
	const { unmount } = await show()
	await screen.findByText('300 人')
	expect(row('有效期').textContent).toContain('至 2027年3月1日')
	unmount()

	server.answers[info] = inFull({ companies })
	const open = await show()
	await screen.findByText('长期有效')
	open.unmount()

	server.answers[info] = inFull({ companies }, { isMasterPlatform: false })
	await show()
	await waitFor(() => expect(screen.queryByText('参会人数上限')).toBeNull())
})

test('[PERS-05] an enterprise shows neither', async () => {
	stubServer({ [info]: inFull({ companies: [own] as never }) })
	await show()
	expect(screen.queryByText('参会人数上限')).toBeNull()
})

test('[PERS-07] [STORE-06] the masked number, or that there is none', async () => {
	stubServer({})
	const { unmount } = await show()
	expect(row('手机号').textContent).toContain('未绑定')
	unmount()
	setPerson(aPerson({ mobile: '13812345678' }))
	await show()
	expect(row('手机号').textContent).toContain('138****5678')
})

test('[PERS-09] [API-23] [PERS-34] the messenger is shown unbound, is bound with the identity from the shell, and then shown bound', async () => {
	const bound = { messengerId: 'm', messengerName: '小梅' }
	const server = stubServer({
		'POST /weChat/userBindingWeChat': { code: 0 },
		'GET /auth/me': inFull(bound),
	})
	await show(aShell({ versionName: '6.2.5', wechatInstall: true, appleSupport: false }))
	expect(row('微信').textContent).toContain('未关联')
	openRow('微信')
	fireEvent.click(await screen.findByRole('button', { name: '关联' }))
	await screen.findByText('关联成功，以后可以用它登录')
	expect(server.last('POST /weChat/userBindingWeChat')?.body).toMatchObject({ info: 'sealed' })
	await waitFor(() => expect(screen.getAllByText('已关联：小梅')).toHaveLength(2))
})

test('[PERS-10] the device maker’s identity is shown, bound and unbound', async () => {
	vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
	stubServer({})
	const shell = aShell({ versionName: '6.2.5', wechatInstall: false, appleSupport: true })
	const { unmount } = await show(shell)
	expect(row('Apple 账号').textContent).toContain('未关联')
	unmount()
	setPerson(aPerson({ deviceMakerId: 'd' }))
	await show(shell)
	expect(row('Apple 账号').textContent).toContain('已关联')
	vi.restoreAllMocks()
})

test('[PERS-12] [OP-101] a default support phone is shown at once, then the one of the site', async () => {
	useSite.setState({ copyright: undefined })
	const answer = { visitorLogin: 1, showMeetingList: 1, neutralVersion: 0, tel: '400-123-4567' }
	let say = () => {}
	const said = new Promise<void>(resolve => {
		say = resolve
	})
	stubServer({ 'GET /meeting/getCopyright': () => said.then(() => ({ data: answer })) })
	await show()
	expect(row('客服电话').getAttribute('href')).toBe('tel:4000000000')
	say()
	await waitFor(() => expect(row('客服电话').getAttribute('href')).toBe('tel:4001234567'))
	act(() => useSite.setState({ copyright: { ...copyright, telephone: '' } }))
	expect(screen.queryByText('客服电话')).toBeNull()
})

test('[PERS-14] [OP-102] the version, without an update where there is none', async () => {
	const server = stubServer({})
	const { unmount } = await show(aShell({ versionName: '6.2.5', hasNewVersion: false }))
	expect(row('版本').textContent).toBe('版本6.2.5')
	unmount()
	await show()
	expect(row('版本').textContent).toBe('版本1.2.3')
	expect(server.count(invitation)).toBe(0)
})

test('[PERS-14] an update is shown with its download address', async () => {
	vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Android')
	const data = { corpName: 'a', productName: 'b', telephone: '', androidUrl: 'https://get.example/parley.apk' }
	const server = stubServer({ [invitation]: { data } })
	await show(aShell({ versionName: '6.2.5', hasNewVersion: true }))
	await waitFor(() => expect(row('版本').getAttribute('href')).toBe(data.androidUrl))
	expect(row('版本').textContent).toContain('有新版本')
	expect(server.last(invitation)?.query.get('code')).toBe('')
	vi.restoreAllMocks()
})

test('[I18N-02] [STORE-04] language, appearance, text size and sliding pages are selected here and stored', async () => {
	stubServer({})
	await show()
	openRow('外观')
	await choose('外观', '深色')
	expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
	openRow('外观')
	await choose('外观', '跟随系统')
	expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual(['', null])
	openRow('文字大小')
	await choose('文字大小', '特大')
	expect(document.documentElement.style.getPropertyValue('--text-scale')).toBe('1.3')
	expect(row('文字大小').textContent).toContain('特大')
	const slide = screen.getByRole<HTMLInputElement>('switch', { name: '页面滑动动画' })
	expect(slide.checked).toBe(true)
	fireEvent.click(slide)
	expect([slide.checked, localStorage.getItem('pageTransitions')]).toEqual([false, 'off'])
	openRow('语言')
	await choose('语言', 'English')
	expect([document.documentElement.lang, localStorage.getItem('locale')]).toEqual(['en', 'en'])
})

async function signOut() {
	fireEvent.click(screen.getByRole('button', { name: '退出登录' }))
	const dialog = await screen.findByRole('alertdialog')
	fireEvent.click(within(dialog).getByRole('button', { name: '退出登录' }))
}

test('[PERS-15] asks for confirmation before signing out', async () => {
	const server = stubServer({ [logout]: {} })
	const { where } = await show()
	fireEvent.click(screen.getByRole('button', { name: '退出登录' }))
	const dialog = await screen.findByRole('alertdialog')
	fireEvent.click(within(dialog).getByRole('button', { name: '取消' }))
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
	expect(server.count(logout)).toBe(0)

	await signOut()
	await waitFor(() => expect(where()).toBe('/'))
	expect([server.count(logout), getCurrentPerson().kind]).toEqual([1, 'guest'])
})

test('[PERS-15] [API-09] signing out on all devices ends every session', async () => {
	const server = stubServer({ [logout]: {} })
	const { where } = await show()
	fireEvent.click(screen.getByRole('button', { name: '退出登录' }))
	fireEvent.click(await screen.findByRole('button', { name: '退出所有设备' }))
	await waitFor(() => expect(where()).toBe('/'))
	const sent = server.requests.filter(({ call }) => call === logout).map(({ body }) => body)
	expect(sent).toEqual([expect.objectContaining({ everywhere: 1 })])
	expect(getCurrentPerson().kind).toBe('guest')
})

const NoBar = () => null

test('[ROOM-78] who signs out in a meeting is told that they leave it, and leaves it', async () => {
	stubServer({ [logout]: {} })
	const end = vi.fn()
	showGlobalOverlay({
		Component: NoBar,
		isOngoing: () => true,
		getMeetingId: () => undefined,
		subscribe: () => () => {},
		end,
	})
	const { where } = await show()
	fireEvent.click(screen.getByRole('button', { name: '退出登录' }))
	await screen.findByText('您正在会议中，退出登录会同时离开会议。')
	expect(end).not.toHaveBeenCalled()
	fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '退出登录' }))
	await waitFor(() => expect(where()).toBe('/'))
	expect(end).toHaveBeenCalledOnce()
	useGlobalOverlay.setState({}, true)
})

test.each([
	['[PERS-31] refused', { status: 500, code: 500 } as const, '退出登录失败，请重试'],
	['[PERS-31] without a network', 'no-answer' as const, '连不上服务器，请检查网络'],
])('%s, a failed sign-out shows an error and the person stays', async (_, answer, words) => {
	stubServer({ [logout]: answer })
	const { where } = await show()
	await signOut()
	await screen.findByText(words)
	expect([where(), getCurrentPerson().kind]).toEqual([path, 'member'])
	expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('[PERS-32] a sign-out without an answer for ten seconds says that the network is slow, and the person stays', async () => {
	const server = stubServer({ [logout]: () => new Promise(() => {}) })
	const { where } = await show()
	fireEvent.click(screen.getByRole('button', { name: '退出登录' }))
	await screen.findByRole('alertdialog')
	vi.useFakeTimers()
	fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: '退出登录' }))
	await act(() => vi.advanceTimersByTimeAsync(9_900))
	expect([server.count(logout), screen.queryByText('网络不稳定，请稍后重试')]).toEqual([1, null])
	await act(() => vi.advanceTimersByTimeAsync(200))
	vi.useRealTimers()
	await screen.findByText('网络不稳定，请稍后重试')
	expect([where(), getCurrentPerson().kind]).toEqual([path, 'member'])
})

test('the known profile stays when the fetch fails, and can be fetched again', async () => {
	const server = stubServer({ [info]: { status: 500, code: 500 } })
	await show()
	await screen.findByText('暂时无法更新，显示的是上次的信息')
	expect(screen.getByText('用户名 hanmei')).toBeTruthy()
	server.answers[info] = inFull({ companies: [own] as never })
	fireEvent.click(screen.getByRole('button', { name: '重试' }))
	await waitFor(() => expect(screen.queryByText('暂时无法更新，显示的是上次的信息')).toBeNull())
})

test('[PERS-33] who is in the company no more has their companies fetched again', async () => {
	const there = inFull({ companies: [{ ...own, companyId: 'c2', name: '海岸' }] as never })
	const server = stubServer({
		[info]: ({ query }) => (query.get('corpId') === 'c1' ? { status: 403, code: 403 } : there),
		'GET /auth/me': there,
		[remember]: {},
	})
	await show()
	await waitFor(() => expect(server.count('GET /auth/me')).toBe(1))
	await waitFor(() => expect(getCurrentPerson()).toMatchObject({ company: { companyId: 'c2' } }))
})

test('[LAYOUT-05] [OP-019] is 44 px from the top on screens with a notch', async () => {
	stubServer({})
	const { container } = await show()
	expect(container.querySelector('.top44')).toBeTruthy()
})

test('[ROUTE-35] a guest who opens the address is led to the sign-in, and nothing is fetched', async () => {
	setPerson({ kind: 'guest' })
	const server = stubServer({})
	await show()
	expect((await screen.findByText('去登录')).getAttribute('href')).toBe('/Login')
	expect(server.requests).toEqual([])
})

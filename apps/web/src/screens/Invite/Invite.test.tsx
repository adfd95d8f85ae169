import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSite } from '../../features/site/index.ts'
import { chooseLanguage } from '../../locales/index.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { stubServer } from '../../testing/stubServer.ts'
import { Invite } from './Invite.screen.tsx'

const call = 'GET /meeting/siteControl/getInvitationInfo'
const data = {
	corpName: '港湾实验室',
	productName: 'Parley',
	telephone: '400-000-0000',
	androidUrl: 'https://get.example/parley.apk',
	iosUrl: 'itms-apps://apps.example/parley',
}
const show = (query: string) => renderScreen('/invite', Invite, `/invite${query}`)
const linkTo = (name: string) => screen.getByText(name).closest('a')?.getAttribute('href')

/** Renders the screen shown after the app did not open. */
async function showAppMissing() {
	const shown = await renderScreen('/invite', Invite, '/joinQuickly')
	await act(() => shown.router.navigate({ to: '/invite', search: {}, state: { isAppMissing: true } }))
	return shown
}

beforeEach(() => {
	localStorage.clear()
	useSite.setState({ guestsAllowed: true })
	setPerson({ kind: 'guest' })
})
afterEach(() => {
	cleanup()
	vi.unstubAllGlobals()
	act(() => chooseLanguage('zh'))
})

test('[ROUTE-30] [ROUTE-31] company, product, telephone, both downloads with their steps, and the sign-in', async () => {
	stubServer({ [call]: { data } })
	await show('?code=welcome')
	await screen.findByText('港湾实验室 邀请您')
	expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('一起使用 Parley 开会')
	expect(linkTo('400-000-0000')).toBe('tel:4000000000')
	expect([linkTo('Android 版下载'), linkTo('iOS 版下载')]).toEqual([data.androidUrl, data.iosUrl])
	expect(screen.getAllByRole('listitem')).toHaveLength(3)
	expect([linkTo('已有账号，去登录'), linkTo('不安装，用网页入会')]).toEqual(['/Login', '/joinQuickly'])
})

test('[I18N-05] the call has the language, and is repeated in another one', async () => {
	const server = stubServer({ [call]: { data } })
	await show('?code=welcome')
	await screen.findByText('港湾实验室 邀请您')
	expect(Object.fromEntries(server.last(call)?.query ?? [])).toMatchObject({ code: 'welcome', language: 'zh' })
	act(() => chooseLanguage('en'))
	await waitFor(() => expect(server.last(call)?.query.get('language')).toBe('en'))
})

test('without downloads there are no steps', async () => {
	stubServer({ [call]: { data: { ...data, androidUrl: '', iosUrl: 'javascript:alert(1)' } } })
	await show('?code=welcome')
	await screen.findByText('暂无下载地址，请用网页参加会议。')
	expect([screen.queryByText('Android 版下载'), screen.queryByText('iOS 版下载'), screen.queryByRole('list')]).toEqual([
		null,
		null,
		null,
	])
})

test('an unknown code shows a message with next steps', async () => {
	stubServer({ [call]: { status: 404, code: 404 } })
	await show('?code=nobody')
	await screen.findByText('邀请无效')
	expect(linkTo('已有账号，去登录')).toBe('/Login')
})

test('a failed call can be repeated', async () => {
	const server = stubServer({ [call]: 'no-answer' })
	await show('?code=welcome')
	await screen.findByText('邀请加载失败')
	server.answers[call] = { data }
	fireEvent.click(screen.getByRole('button', { name: '重试' }))
	await screen.findByText('港湾实验室 邀请您')
})

test('[LINK-14] without a code the page offers the downloads of the site, where there are any', async () => {
	const server = stubServer({ [call]: { data } })
	await showAppMissing()
	await screen.findByText('未能打开 App')
	await screen.findByText('Android 版下载')
	expect(server.last(call)?.query.get('code')).toBe('')
})

test('[LINK-14] without a code the web is one tap away, even without network', async () => {
	stubServer({ [call]: 'no-answer' })
	const { where } = await showAppMissing()
	await screen.findByText('未能打开 App')
	fireEvent.click(screen.getByRole('button', { name: '不安装，用网页入会' }))
	await waitFor(() => expect(where()).toBe('/joinQuickly'))
	expect(screen.queryByText('Android 版下载')).toBeNull()
})

test('an address without a code, opened by hand, says that the invitation is missing and leads on', async () => {
	stubServer({ [call]: { data } })
	await show('')
	await screen.findByText('链接中没有邀请码')
	expect(screen.queryByText('未能打开 App')).toBeNull()
	expect([linkTo('已有账号，去登录'), linkTo('不安装，用网页入会')]).toEqual(['/Login', '/joinQuickly'])
	cleanup()
	useSite.setState({ guestsAllowed: false })
	await show('')
	await screen.findByText('链接中没有邀请码')
	expect(screen.queryByRole('link', { name: '不安装，用网页入会' })).toBeNull()
	expect(screen.queryByText(/不用邀请直接参会/)).toBeNull()
	cleanup()
	setPerson(aMember())
	await show('')
	await screen.findByText('链接中没有邀请码')
	expect(linkTo('查看我的会议')).toBe('/MeetingList')
})

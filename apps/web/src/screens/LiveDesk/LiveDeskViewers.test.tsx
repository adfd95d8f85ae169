import { liveDesk } from '@parley/api'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSite } from '../../features/site/index.ts'
import { aDesk } from '../../testing/aDesk.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { aToken, stubMessaging, stubTransport } from '../../testing/stubMessaging.ts'
import { stubServer } from '../../testing/stubServer.ts'
import { LiveDesk } from './LiveDesk.screen.tsx'

// The real SDK; what is replaced is the line to the server.
vi.mock('@parley/im-sdk', async original => {
	const actual = await original<typeof import('@parley/im-sdk')>()
	return { ...actual, createIM: () => actual.createIM({ environment: { openTransport: stubTransport } }) }
})

const inBoth = (input: object) => ['chat', 'ask'].map(gid => ({ gid, ...input }))

/** The viewers at the desk of its host; `muted` and `removed` are what the messaging server says. */
async function openViewers() {
	const messaging = await stubMessaging({ role: 1 })
	const people = { muted: [] as object[], removed: [] as object[] }
	messaging.peer.on('groupMemberList', ({ banned }) => {
		const list = banned ? people.removed : people.muted
		return { list, total: list.length, more: false }
	})
	stubServer({
		'GET /live/desk/state': { data: liveDesk.state.output.encode(aDesk({ status: 'onAir' })) },
		'GET /im/getImToken': aToken('u-me'),
		'GET /live/desk/viewers': { data: { count: 1, list: [{ userId: 'u7', nickName: '李雷', guest: 0 }] } },
	})
	await renderScreen('/liveDesk/$meetingId', LiveDesk, '/liveDesk/842391556')
	fireEvent.click(await screen.findByRole('tab', { name: '观众' }))
	const openMenu = async () => fireEvent.click(await screen.findByRole('button', { name: '管理 李雷' }))
	const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
	const sent = (call: 'groupUpdateMember' | 'groupKick') =>
		messaging.peer.framesOf(call).map(({ jsonData }) => jsonData)
	return { messaging, people, openMenu, press, sent }
}

beforeEach(() => {
	setPerson(aMember())
	useSite.setState({ imAppId: 'site-1' })
})
afterEach(() => {
	cleanup()
	useSite.setState({ imAppId: undefined })
	vi.unstubAllGlobals()
})

test('[DESK-22] who is muted is marked, and may write again when the host says so', async () => {
	const { messaging, people, openMenu, press, sent } = await openViewers()
	await openMenu()
	await press('禁言 10 分钟')
	await waitFor(() => expect(sent('groupUpdateMember')).toMatchObject(inBoth({ userId: 'u7', silence: 600 })))
	const muted = { userId: 'u7', nickName: '李雷', role: -1, silence: Date.now() + 600_000 }
	people.muted = [muted]
	messaging.tell('memberUpdated', 'chat', { member: muted })
	await screen.findByText('已禁言')
	await openMenu()
	await press('解除禁言')
	await waitFor(() =>
		expect(sent('groupUpdateMember')).toMatchObject([{}, {}, ...inBoth({ userId: 'u7', silence: 0 })]),
	)
	people.muted = []
	messaging.tell('memberUpdated', 'chat', { member: { ...muted, role: 0, silence: undefined } })
	await waitFor(() => expect(screen.queryByText('已禁言')).toBeNull())
})

test('[DESK-22] removing is asked first, and who was removed is listed and let back in', async () => {
	const { messaging, people, openMenu, press, sent } = await openViewers()
	await openMenu()
	await press(/^移出/)
	const question = await screen.findByRole('alertdialog', { name: '移出 李雷？' })
	expect(sent('groupKick')).toEqual([])
	fireEvent.click(within(question).getByRole('button', { name: '移出' }))
	await waitFor(() => expect(sent('groupKick')).toMatchObject(inBoth({ userId: 'u7', ban: true })))
	people.removed = [{ userId: 'u7', nickName: '李雷', role: 0, banned: true }]
	messaging.tell('memberKicked', 'chat', { member: 'u7', banned: true })
	await screen.findByRole('region', { name: '已移出' })
	await press('允许 李雷 返回')
	await waitFor(() => expect(sent('groupUpdateMember')).toMatchObject(inBoth({ userId: 'u7', banned: false })))
	people.removed = []
	messaging.tell('memberUpdated', 'chat', { member: { userId: 'u7', nickName: '李雷', role: 0, banned: false } })
	await waitFor(() => expect(screen.queryByRole('region', { name: '已移出' })).toBeNull())
})

import { messaging as imCalls, session } from '@parley/api'
import { answerCodes, memberRoles } from '@parley/im-sdk/constants'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSite } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { aLiveStream, liveAnswers, liveCalls } from '../../testing/aLive.ts'
import { aMember, setPerson } from '../../testing/aPerson.ts'
import { setReaderZone } from '../../testing/readerZone.ts'
import { renderScreen } from '../../testing/renderScreen.tsx'
import { aToken, stubMessaging, stubTransport } from '../../testing/stubMessaging.ts'
import { stubServer } from '../../testing/stubServer.ts'
import { LiveBroadcast } from './LiveBroadcast.screen.tsx'

// The real SDK; what is replaced is the line to the server.
vi.mock('@parley/im-sdk', async original => {
	const actual = await original<typeof import('@parley/im-sdk')>()
	return { ...actual, createIM: () => actual.createIM({ environment: { openTransport: stubTransport } }) }
})

/** Replaces hls.js, as if media sources were available. */
vi.mock('../../features/live/player/hlsPlayer.ts', () => ({
	isHlsSupported: () => true,
	createHlsPlayer: () => ({
		load() {},
		remedy() {},
		setRewound() {},
		goToLive() {},
		isAtEnd: () => false,
		stats: () => ({ width: 0, height: 0, droppedFrames: 0, bufferedS: 0 }),
		close() {},
	}),
}))

const token = 'GET /im/getImToken'
const signOut = session.logout.route
const rename = imCalls.updateUser.route

beforeEach(() => {
	vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 })
	localStorage.clear()
	setPerson({ kind: 'guest' })
	useSite.setState({ imAppId: 'site-1' })
	vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US')
})
afterEach(() => {
	cleanup()
	vi.useRealTimers()
	vi.unstubAllGlobals()
	vi.restoreAllMocks()
	setPerson({ kind: 'guest' })
	useSite.setState({ imAppId: undefined })
})

type Answer = Parameters<typeof stubServer>[0][string]

interface Opening {
	room?: Parameters<typeof aLiveStream>[0]
	answer?: Answer
	/** Responses of other calls. */
	answers?: Parameters<typeof stubServer>[0]
	query?: string
	role?: number
	/** The guest's stored name; if missing, they choose one first. */
	name?: string | undefined
}

async function openChat({ room, answer = aToken(), answers, query = '', role = 0, ...guest }: Opening = {}) {
	const { name = 'Bo' } = guest
	if (!('name' in guest) || guest.name !== undefined) localStorage.setItem('guestName', name)
	const messaging = await stubMessaging({ role })
	const server = stubServer({ ...liveAnswers(aLiveStream(room)), [token]: answer, ...answers })
	const shown = await renderScreen('/liveBroadcast', LiveBroadcast, `/liveBroadcast?roomId=123456789${query}`)
	// LIVE-52: where there is no picture yet, the discussion is opened later.
	if (room?.isStarted !== false) await advance(5_000)
	return { ...shown, messaging, server }
}

const log = () => screen.findByRole('log', { name: m.live_tab_discussion() })
const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Until both rooms are entered, and what was written before has come. */
async function entered() {
	const shown = await log()
	await advance(1_500)
	return shown
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: m.live_chat_say() })
const type = (text: string) => fireEvent.change(field(), { target: { value: text } })
const enter = (more: object = {}) => fireEvent.keyDown(field(), { key: 'Enter', ...more })
const texts = () => screen.queryAllByRole('article').map(article => article.querySelector('p')?.textContent)

test('[CHAT-11] [API-35] a guest is visitor and six digits, the same the next time', async () => {
	const { server, unmount } = await openChat({ name: undefined })
	await entered()
	const name = server.last(token)?.query.get('nickName')
	expect(name).toMatch(/^visitor\d{6}$/)
	expect(server.last(token)?.query.get('imAppId')).toBe('site-1')
	unmount()
	const again = await openChat({ name: undefined })
	await entered()
	expect(again.server.last(token)?.query.get('nickName')).toBe(name)
})

test('[CHAT-11] [API-37] a guest says who they are before they write, once on a device', async () => {
	const { messaging, server, unmount } = await openChat({ name: undefined })
	server.answers[rename] = { status: 422, code: 42218 }
	await entered()
	expect(screen.queryByRole('textbox', { name: m.live_chat_say() })).toBeNull()
	const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: m.live_chat_name() })
	const choose = () => fireEvent.click(screen.getByRole('button', { name: m.live_chat_name_choose() }))
	expect(name().value).toMatch(/^visitor\d{6}$/)
	fireEvent.change(name(), { target: { value: '  ' } })
	choose()
	await screen.findByText(m.live_chat_name_invalid())
	fireEvent.change(name(), { target: { value: 'Host' } })
	choose()
	await screen.findByText(m.live_chat_token_reserved())
	expect(localStorage.getItem('guestName')).toBeNull()
	// Like every name field, this one says which characters it removed.
	fireEvent.input(name(), { target: { value: 'Ann🎉' } })
	expect(name().value).toBe('Ann')
	expect(screen.getAllByText(m.common_emoji_removed({ removed: '🎉' })).length).toBeGreaterThan(0)
	server.answers[rename] = {}
	fireEvent.change(name(), { target: { value: ' Ann ' } })
	choose()
	await waitFor(() => expect(document.activeElement).toBe(field()))
	expect(server.last(rename)?.body).toMatchObject({ id: 'g-1', nickName: 'Ann' })
	type('hello')
	enter()
	await advance(500)
	expect(messaging.sent()).toMatchObject([{ content: 'hello' }])
	expect(await screen.findByText('Ann')).toBeTruthy()

	unmount()
	const again = await openChat({ name: 'Ann' })
	await entered()
	expect(field()).toBeTruthy()
	expect(again.server.last(token)?.query.get('nickName')).toBe('Ann')
})

test('a guest whose name is not taken any more is a visitor again, and chooses another one', async () => {
	const answer: Answer = request => (request.query.get('nickName') === 'Host' ? { status: 422, code: 42218 } : aToken())
	const { server } = await openChat({ name: 'Host', answer })
	await entered()
	expect(server.last(token)?.query.get('nickName')).toMatch(/^visitor\d{6}$/)
	expect(screen.getByRole('textbox', { name: m.live_chat_name() })).toBeTruthy()
	expect(localStorage.getItem('guestName')).toBeNull()
})

test('[CHAT-12] a guest may come with a name in the address', async () => {
	const { server } = await openChat({ query: '&displayName=Ann' })
	await entered()
	expect(server.last(token)?.query.get('nickName')).toBe('Ann')
})

test('[CHAT-17] [CHAT-20] rooms are listened to at once; a hundred from before are asked for after 1.2 s', async () => {
	const { messaging } = await openChat()
	await log()
	await waitFor(() =>
		expect(messaging.peer.framesOf('groupPoll').map(({ jsonData }) => jsonData.gid)).toEqual(['chat', 'ask']),
	)
	await advance(900)
	expect(messaging.peer.framesOf('groupHistory')).toHaveLength(0)
	messaging.peer.on('groupHistory', ({ gid }) => ({
		epoch: 'e1',
		list: [{ hisId: 1, ts: 1, userId: 'u', type: 0, content: `before, in ${gid}`, sendUserName: 'Bo' }],
		head: 1,
		min: 1,
		more: false,
	}))
	await advance(400)
	expect(messaging.peer.framesOf('groupHistory').map(({ jsonData }) => jsonData.count)).toEqual([100, 100])
	await screen.findByText('before, in chat')
})

test('earlier pages are loaded on asking, and lead back to the newest', async () => {
	const { messaging } = await openChat()
	messaging.peer.on('groupHistory', ({ gid, hisId = 301 }) => {
		if (gid === 'ask') return { epoch: 'e1', list: [], head: 0, min: 0, more: false }
		const to = Number(hisId) - 1
		const list = Array.from({ length: 100 }, (_, index) => ({
			hisId: to - 99 + index,
			ts: 1,
			userId: 'u',
			type: 0,
			content: `m${to - 99 + index}`,
			sendUserName: 'Bo',
		}))
		return { epoch: 'e1', list, head: 300, min: 1, more: to > 200 }
	})
	await entered()
	await screen.findByText('m300')
	expect(screen.queryByText('m200')).toBeNull()
	// By text: roles of hundreds of messages take happy-dom long.
	fireEvent.click(screen.getAllByText(m.live_chat_earlier())[0] as HTMLElement)
	await screen.findByText('m101')
	expect(screen.queryByText('m300')).toBeNull()
	fireEvent.click(screen.getByText(m.live_chat_toNewest()))
	await screen.findByText('m300')
})

test('[CHAT-18] [CHAT-19] five more a second are shown, and never more than a hundred', async () => {
	const { messaging } = await openChat()
	await entered()
	messaging.write('chat', ...Array.from({ length: 20 }, (_, index) => ({ content: `m${index}` })))
	await advance(20)
	const before = texts().length
	await advance(1_000)
	expect(texts()).toHaveLength(before + 5)
	messaging.write('chat', ...Array.from({ length: 130 }, (_, index) => ({ content: `n${index}` })))
	await advance(40_000)
	expect(texts()).toHaveLength(100)
	expect(texts().at(-1)).toBe('n129')
})

test('[CHAT-18] what was refused, and what is on its way, counts among the hundred', async () => {
	const { messaging } = await openChat()
	await entered()
	messaging.write('chat', ...Array.from({ length: 110 }, (_, index) => ({ content: `n${index}` })))
	await advance(40_000)
	expect(texts()).toHaveLength(100)
	messaging.peer.on('groupSend', () => ({ code: answerCodes.wordRefused, msg: 'wordRefused' }))
	for (const text of ['first', 'second']) {
		type(text)
		enter()
		await advance(6_000)
	}
	expect(texts()).toHaveLength(100)
	expect(texts().slice(-3)).toEqual(['n109', 'first', 'second'])
	expect(texts()[0]).toBe('n12')
})

test('[CHAT-05] [CHAT-21] [CHAT-22] [ENT-19] a message is shown as text, with the name of its author', async () => {
	const { messaging } = await openChat()
	const shown = await entered()
	messaging.write(
		'chat',
		{ content: '<b>bold</b>' },
		{ content: 'of Cy', sendUserName: '', senderUserProfile: { nickName: 'Cy' } },
	)
	await advance(1_500)
	expect(within(shown).getByText('<b>bold</b>')).toBeTruthy()
	expect(shown.querySelector('b')).toBeNull()
	expect([within(shown).getByText('Bo'), within(shown).getByText('Cy')]).toHaveLength(2)
})

test('[CHAT-14] [ENT-20] owner and manager stand out', async () => {
	const { messaging } = await openChat()
	const shown = await entered()
	messaging.write(
		'chat',
		{ content: 'a', role: 1 },
		{ content: 'b', custom: '{"memberType":2}' },
		{ content: 'c', role: 0 },
		{ content: 'd', role: -2 },
	)
	await advance(1_500)
	expect([...shown.querySelectorAll('[data-role]')].map(item => item.getAttribute('data-role'))).toEqual([
		'owner',
		'manager',
		'other',
		'other',
	])
	expect(within(shown).getByText(m.live_chat_owner())).toBeTruthy()
	expect(within(shown).getByText(m.live_chat_manager())).toBeTruthy()
})

test('[CHAT-03] [CHAT-06] enter sends, and the button counts down five seconds', async () => {
	const { messaging } = await openChat()
	await entered()
	type('  hello ')
	enter()
	expect(field().value).toBe('')
	const button = screen.getByRole<HTMLButtonElement>('button', { name: m.live_chat_wait({ seconds: 5 }) })
	expect(button.disabled).toBe(true)
	await advance(500)
	expect(messaging.sent()).toMatchObject([{ gid: 'chat', content: 'hello' }])
	type('again')
	enter()
	expect(messaging.sent()).toHaveLength(1)
	await advance(5_000)
	enter()
	await advance(100)
	expect(messaging.sent()).toHaveLength(2)
	expect(texts()).toEqual(['hello', 'again'])
})

test('[CHAT-04] ctrl and enter begin a new line; while a word is composed, enter sends nothing', async () => {
	const { messaging } = await openChat()
	await entered()
	type('one')
	field().setSelectionRange(3, 3)
	enter({ ctrlKey: true })
	expect(field().value).toBe('one\n')
	enter({ keyCode: 229 })
	expect(field().value).toBe('one\n')
	await advance(100)
	expect(messaging.sent()).toEqual([])
})

test('[CHAT-02] blanks are cleared, and not sent', async () => {
	const { messaging } = await openChat()
	await entered()
	type('  \n ')
	fireEvent.click(screen.getByRole('button', { name: m.live_chat_send() }))
	expect(field().value).toBe('')
	await advance(100)
	expect(messaging.sent()).toEqual([])
})

test('what is sent by the button leaves the focus in the field, where one goes on writing', async () => {
	const { messaging } = await openChat()
	await entered()
	type('hello')
	const send = screen.getByRole<HTMLButtonElement>('button', { name: m.live_chat_send() })
	send.focus()
	fireEvent.click(send)
	expect(send.disabled).toBe(true)
	expect(document.activeElement).toBe(field())
	await vi.waitFor(() => expect(messaging.sent()).toHaveLength(1))
})

test('[CHAT-01] [OP-113] [CONST-05] 256 characters are alerted and kept, 255 are sent; emoji count as one', async () => {
	const { messaging } = await openChat()
	await entered()
	const long = '😀'.repeat(256)
	type(long)
	enter()
	const alert = await screen.findByRole('alertdialog', { name: m.live_chat_tooLong_title({ max: 255 }) })
	fireEvent.click(within(alert).getByRole('button', { name: m.live_chat_understood() }))
	expect([field().value, messaging.sent()]).toEqual([long, []])
	type('😀'.repeat(255))
	enter()
	await advance(100)
	expect(messaging.sent()).toHaveLength(1)
})

test.each([
	['not allowed', answerCodes.noPromise, () => m.live_chat_refused_notAllowed()],
	['a word that is refused', answerCodes.wordRefused, () => m.live_chat_refused_word()],
	['too fast', answerCodes.cooldown, () => m.live_chat_refused_wait({ seconds: 3 })],
])('a message that is refused says why, and can be sent again: %s', async (_, code, words) => {
	const { messaging } = await openChat()
	await entered()
	messaging.peer.on('groupSend', () => ({ code, retryAfterMs: code === answerCodes.cooldown ? 3_000 : undefined }))
	type('hello')
	enter()
	await screen.findByText(words())
	messaging.peer.on('groupSend', ({ cmid }) => ({ hisId: 1, syncKey: 'e1.1', ts: Date.now(), cmid }))
	fireEvent.click(screen.getByRole('button', { name: m.live_chat_again() }))
	await waitFor(() => expect(screen.queryByText(words())).toBeNull())
	expect(texts()).toEqual(['hello'])
})

test('[CHAT-13] without free chat a guest reads, and is led to sign in; a member writes', async () => {
	const { messaging, where } = await openChat({ room: { freeTalk: false } })
	const shown = await entered()
	// A viewer who cannot write is not invited to be the first.
	expect(within(shown).getByText(m.live_talk_noMessages_reading())).toBeTruthy()
	messaging.write('chat', { content: 'to read' })
	await advance(1_500)
	expect(within(shown).getByText('to read')).toBeTruthy()
	expect(screen.queryByRole('textbox')).toBeNull()
	fireEvent.click(screen.getAllByRole('button', { name: m.live_chat_signIn() })[0] as HTMLElement)
	await waitFor(() => expect(where()).toBe('/Login?liveLogin=1&roomId=123456789'))
	cleanup()
	setPerson(aMember())
	await openChat({ room: { freeTalk: false }, answer: aToken('u-me') })
	await entered()
	expect(field()).toBeTruthy()
})

test('nobody is asked to be the first where everybody is muted, or the live is over', async () => {
	const { messaging, server } = await openChat()
	const shown = within(await entered())
	expect(shown.getByText(m.live_chat_noMessages())).toBeTruthy()
	messaging.tell('groupUpdated', 'chat', { changes: { silenceAll: true } })
	await shown.findByText(m.live_talk_noMessages_reading())
	messaging.tell('groupUpdated', 'chat', { changes: { silenceAll: false } })
	await shown.findByText(m.live_chat_noMessages())
	server.answers['GET /live/getLiveStream'] = aLiveStream({ meetingStatus: 9 })
	messaging.write('chat', { type: 90, content: 'close_live', role: 1 })
	await screen.findByText(m.live_over_title())
	await shown.findByText(m.live_talk_noMessages_reading())
})

test('what one has begun to write is there again when one may write again', async () => {
	const { messaging } = await openChat()
	await entered()
	type('half a thought')
	messaging.tell('groupUpdated', 'chat', { changes: { silenceAll: true } })
	await screen.findByText(m.live_chat_silenceAll())
	messaging.tell('groupUpdated', 'chat', { changes: { silenceAll: false } })
	await waitFor(() => expect(field().value).toBe('half a thought'))
})

test('[CHAT-06] the seconds until the next message go on while nobody may write', async () => {
	const { messaging } = await openChat()
	await entered()
	// A response would have a number, which the room would miss among the events below.
	messaging.peer.on('groupSend', () => undefined)
	const canSend = () => screen.queryByRole('button', { name: m.live_chat_send() }) !== null
	expect(canSend()).toBe(true)
	type('hello')
	enter()
	messaging.tell('groupUpdated', 'chat', { changes: { silenceAll: true } })
	await screen.findByText(m.live_chat_silenceAll())
	messaging.tell('groupUpdated', 'chat', { changes: { silenceAll: false } })
	await waitFor(() => expect(field()).toBeTruthy())
	expect(canSend()).toBe(false)
	await advance(5_000)
	expect(canSend()).toBe(true)
})

test('[CHAT-10] what one has begun to write is there again when the room is, and is of nobody else', async () => {
	setPerson(aMember())
	const { messaging, server } = await openChat({ answer: aToken('u-me') })
	await entered()
	type('half a thought')
	server.answers[token] = { status: 403, code: 403 }
	messaging.peer.push('tokenExpired', { code: answerCodes.userTokenExpired })
	await advance(60_000)
	const [retry] = await screen.findAllByRole('button', { name: m.live_chat_connect() })
	server.answers[token] = aToken('u-me')
	fireEvent.click(retry as HTMLElement)
	await entered()
	expect(field().value).toBe('half a thought')
	const member = aMember()
	await act(async () => setPerson({ ...member, user: { ...member.user, id: 'lilei' as never } }))
	await entered()
	expect(field().value).toBe('')
})

test('[CHAT-13] a guest follows the host who ends free chat, and is told where the server was first', async () => {
	const { messaging } = await openChat({ room: { freeTalk: true } })
	await entered()
	messaging.peer.on('groupSend', () => ({ code: answerCodes.accountsOnly, msg: 'accountsOnly' }))
	type('too late')
	enter()
	await screen.findByText(m.live_chat_signIn())
	expect(field()).toBeTruthy()
	messaging.tell('groupUpdated', 'chat', { changes: { accountsOnly: true } })
	await waitFor(() => expect(screen.queryByRole('textbox', { name: m.live_chat_say() })).toBeNull())
	expect(screen.getByRole('button', { name: m.live_chat_signIn() })).toBeTruthy()
	messaging.tell('groupUpdated', 'chat', { changes: { accountsOnly: false } })
	await waitFor(() => expect(field()).toBeTruthy())
})

test('[CHAT-10] no token shows a panel that connects again', async () => {
	const { server } = await openChat({ answer: { status: 500, code: 500 } })
	const [retry] = await screen.findAllByRole('button', { name: m.live_chat_connect() })
	server.answers[token] = aToken()
	fireEvent.click(retry as HTMLElement)
	await log()
	expect(server.count(token)).toBe(2)
})

async function kick({ peer }: Awaited<ReturnType<typeof stubMessaging>>) {
	peer.push('kickedOff', { code: answerCodes.userKickedOff })
	return screen.findByRole('alertdialog', { name: m.live_chat_kicked_title() })
}

test('[CHAT-07] [CHAT-08] [CHAT-09] the same person elsewhere: told in the language of the browser, signed out, led to sign in where the live asks for it', async () => {
	localStorage.setItem('accessToken', 'tok')
	setPerson(aMember())
	const { messaging, where, server } = await openChat({ room: { needsLogin: true }, answer: aToken('u-me') })
	await entered()
	server.answers['GET /live/getLiveStream'] = aLiveStream({ needsLogin: true }, null as never)
	const alert = await kick(messaging)
	expect(alert.textContent).toContain('Your account is signed in on another device')
	expect(localStorage.getItem('accessToken')).toBeNull()
	expect(where()).toContain('/liveBroadcast')
	fireEvent.click(within(alert).getByRole('button', { name: m.live_chat_understood() }))
	await waitFor(() => expect(where()).toBe('/Login?liveLogin=1&roomId=123456789'))
})

test('[CHAT-08] where the live asks for no sign-in, one goes on watching', async () => {
	setPerson(aMember())
	const { messaging, where } = await openChat({ answer: aToken('u-me') })
	await entered()
	fireEvent.click(within(await kick(messaging)).getByRole('button', { name: m.live_chat_understood() }))
	await advance(1_000)
	expect(where()).toContain('/liveBroadcast')
})

test('[CHAT-15] [CHAT-16] only who is signed in can sign out, and is asked before', async () => {
	await openChat()
	await entered()
	expect(screen.queryByRole('button', { name: m.live_chat_signOut() })).toBeNull()
	cleanup()
	localStorage.setItem('accessToken', 'tok')
	setPerson(aMember())
	const { server } = await openChat({ answer: aToken('u-me') })
	server.answers[signOut] = {}
	await entered()
	fireEvent.click(screen.getByRole('button', { name: m.live_chat_signOut() }))
	const asked = await screen.findByRole('alertdialog', { name: m.live_chat_signOut_title() })
	fireEvent.click(within(asked).getByRole('button', { name: m.common_cancel() }))
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
	const kept = () => [localStorage.getItem('accessToken'), server.count(signOut)]
	expect(kept()).toEqual(['tok', 0])
	fireEvent.click(screen.getByRole('button', { name: m.live_chat_signOut() }))
	const again = await screen.findByRole('alertdialog', { name: m.live_chat_signOut_title() })
	fireEvent.click(within(again).getByRole('button', { name: m.live_chat_signOut() }))
	await waitFor(() => expect(kept()).toEqual([null, 1]))
})

test('[CHAT-15] who confirms it is signed out on the server and here, and talks on as a guest', async () => {
	localStorage.setItem('accessToken', 'tok')
	setPerson(aMember())
	const { server, messaging } = await openChat({ answer: aToken('u-me') })
	server.answers['POST /auth/logout'] = { data: {} }
	await entered()
	fireEvent.click(screen.getByRole('button', { name: m.live_chat_signOut() }))
	const asked = await screen.findByRole('alertdialog', { name: m.live_chat_signOut_title() })
	server.answers[token] = aToken('g-2')
	fireEvent.click(within(asked).getByRole('button', { name: m.live_chat_signOut() }))
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
	expect([localStorage.getItem('accessToken'), server.count('POST /auth/logout')]).toEqual([null, 1])
	expect(screen.queryByRole('button', { name: m.live_chat_signOut() })).toBeNull()
	await entered()
	expect(server.count(token)).toBe(2)
	expect(messaging.peer.framesOf('login').map(({ jsonData }) => jsonData.uid)).toEqual(['u-me', 'g-2'])
	expect([messaging.peer.connections, messaging.peer.closedByClient]).toEqual([2, 1])
	// A person who signs in again in another tab is not asked here.
	act(() => setPerson(aMember()))
	await screen.findByRole('button', { name: m.live_chat_signOut() })
	expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('[CHAT-15] a server that does not sign one out is told of, and one stays signed in', async () => {
	localStorage.setItem('accessToken', 'tok')
	setPerson(aMember())
	const { server } = await openChat({ answer: aToken('u-me') })
	server.answers['POST /auth/logout'] = { status: 500, code: 500 }
	await entered()
	fireEvent.click(screen.getByRole('button', { name: m.live_chat_signOut() }))
	const asked = await screen.findByRole('alertdialog', { name: m.live_chat_signOut_title() })
	fireEvent.click(within(asked).getByRole('button', { name: m.live_chat_signOut() }))
	await screen.findByText(m.live_chat_signOut_failed())
	expect([localStorage.getItem('accessToken'), screen.queryByRole('alertdialog') !== null]).toEqual(['tok', true])
})

test('[CHAT-07] a guest who talks elsewhere finds a panel behind what is told, which connects again', async () => {
	const { messaging } = await openChat()
	await entered()
	fireEvent.click(within(await kick(messaging)).getByRole('button', { name: m.live_chat_understood() }))
	await screen.findAllByText(m.live_chat_ended())
	expect(screen.queryByRole('log')).toBeNull()
	fireEvent.click(screen.getByRole('button', { name: m.live_chat_connect() }))
	await entered()
	expect(messaging.peer.connections).toBe(2)
})

test('who leaves the live leaves its discussion', async () => {
	const { messaging, unmount } = await openChat()
	await entered()
	expect(messaging.peer.isConnected).toBe(true)
	unmount()
	await advance(100)
	expect([messaging.peer.isConnected, messaging.peer.closedByClient]).toEqual([false, 1])
})

test('[QUES-01] [QUES-02] a question has ten seconds after it, and the same rules', async () => {
	const { messaging } = await openChat()
	await entered()
	fireEvent.click(screen.getByRole('tab', { name: m.live_tab_questions() }))
	const ask = screen.getByRole<HTMLTextAreaElement>('textbox', { name: m.live_chat_ask() })
	fireEvent.change(ask, { target: { value: '   ' } })
	fireEvent.keyDown(ask, { key: 'Enter' })
	expect(ask.value).toBe('')
	fireEvent.change(ask, { target: { value: 'x'.repeat(256) } })
	fireEvent.keyDown(ask, { key: 'Enter' })
	const alert = await screen.findByRole('alertdialog')
	fireEvent.click(within(alert).getByRole('button', { name: m.live_chat_understood() }))
	await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
	fireEvent.change(ask, { target: { value: '<i>why?</i>' } })
	fireEvent.keyDown(ask, { key: 'Enter', ctrlKey: true })
	expect(ask.value).toContain('\n')
	fireEvent.keyDown(ask, { key: 'Enter' })
	expect(screen.getByRole<HTMLButtonElement>('button', { name: m.live_chat_wait({ seconds: 10 }) }).disabled).toBe(true)
	await advance(500)
	expect(messaging.sent()).toMatchObject([{ gid: 'ask' }])
	await screen.findByText('<i>why?</i>', { exact: false })
	await advance(9_000)
	expect(screen.queryByRole('button', { name: m.live_chat_wait({ seconds: 1 }) })).toBeTruthy()
})

test('who is on another tab sees that their question was answered, until they have looked', async () => {
	const { messaging } = await openChat()
	await entered()
	const questions = () => screen.getByRole('tab', { name: new RegExp(`^${m.live_tab_questions()}`) })
	const isMarked = () => within(questions()).queryByText(m.live_tab_answered()) !== null
	fireEvent.click(questions())
	const ask = screen.getByRole<HTMLTextAreaElement>('textbox', { name: m.live_chat_ask() })
	fireEvent.change(ask, { target: { value: 'Why?' } })
	fireEvent.keyDown(ask, { key: 'Enter' })
	await advance(500)
	fireEvent.click(screen.getByRole('tab', { name: m.live_tab_discussion() }))
	const answer = (sendUser: string | null) =>
		messaging.write('ask', {
			type: 19,
			content: 'Because',
			role: 1,
			attachment: JSON.stringify({ sendUser, content: 'Why?' }),
		})
	answer('Ann')
	await advance(1_500)
	expect(isMarked()).toBe(false)
	answer(localStorage.getItem('guestName'))
	await advance(1_500)
	expect(isMarked()).toBe(true)
	fireEvent.click(questions())
	expect(isMarked()).toBe(false)
	fireEvent.click(screen.getByRole('tab', { name: m.live_tab_discussion() }))
	expect(isMarked()).toBe(false)
})

test('an answer that came while the page was closed is marked when it is opened again', async () => {
	const { messaging, unmount } = await openChat()
	await entered()
	const questions = () => screen.getByRole('tab', { name: new RegExp(`^${m.live_tab_questions()}`) })
	fireEvent.click(questions())
	const ask = screen.getByRole<HTMLTextAreaElement>('textbox', { name: m.live_chat_ask() })
	fireEvent.change(ask, { target: { value: 'Why?' } })
	fireEvent.keyDown(ask, { key: 'Enter' })
	await advance(500)
	unmount()
	const name = localStorage.getItem('guestName')
	const written = [
		{ type: 0, content: 'Why?', userId: 'g-1', sendUserName: name },
		{ type: 19, content: 'Because', userId: 'u1', attachment: JSON.stringify({ sendUser: name, content: 'Why?' }) },
	].map((message, index) => ({ hisId: index + 1, ts: Date.now(), role: 0, ...message }))
	messaging.peer.on('groupHistory', ({ gid }) => ({
		epoch: 'e1',
		list: gid === 'ask' ? written : [],
		head: written.length,
		min: 0,
		more: false,
	}))
	await renderScreen('/liveBroadcast', LiveBroadcast, '/liveBroadcast?roomId=123456789')
	await entered()
	expect(within(questions()).queryByText(m.live_tab_answered())).toBeTruthy()
	fireEvent.click(questions())
	fireEvent.click(screen.getByRole('tab', { name: m.live_tab_discussion() }))
	expect(within(questions()).queryByText(m.live_tab_answered())).toBeNull()
})

test('[QUES-03] an answer has the question it is for', async () => {
	const { messaging } = await openChat()
	await entered()
	fireEvent.click(screen.getByRole('tab', { name: m.live_tab_questions() }))
	messaging.write('ask', {
		type: 19,
		content: 'Tomorrow',
		role: 1,
		attachment: JSON.stringify({ sendUser: 'Ann', content: 'When?' }),
	})
	await advance(1_500)
	const shown = await screen.findByRole('log', { name: m.live_tab_questions() })
	expect(shown.querySelector('blockquote')?.textContent).toBe(`${m.live_chat_asked({ name: 'Ann' })}When?`)
	expect(within(shown).getByText('Tomorrow')).toBeTruthy()
})

test('an announcement, a silence, a removal and what is taken back are seen at once', async () => {
	const { messaging } = await openChat()
	const shown = await entered()
	messaging.write('chat', { content: 'one' }, { content: 'two' })
	await advance(1_500)
	messaging.tell('groupUpdated', 'chat', { changes: { announcement: 'Pinned', silenceAll: true } })
	await screen.findByText('Pinned')
	expect(await screen.findByText(m.live_chat_silenceAll())).toBeTruthy()
	messaging.tell('messageRevoked', 'chat', { target: 1 })
	await waitFor(() => expect(within(shown).queryByText('one')).toBeNull())
	messaging.tell('groupUpdated', 'chat', { changes: { silenceAll: false } })
	messaging.tell('memberUpdated', 'chat', {
		member: { userId: 'g-1', nickName: 'x', role: -1, silence: Date.now() + 60_000 },
	})
	await screen.findByText(m.live_chat_silenced())
	await advance(61_000)
	expect(field()).toBeTruthy()
	messaging.tell('memberKicked', 'chat', { member: 'g-1', banned: true })
	await screen.findByText(m.live_chat_banned())
})

test('[LIVE-38] who is removed before the start no longer reads that it will play', async () => {
	const { messaging, server } = await openChat({ room: { isStarted: false } })
	await entered()
	expect(screen.getByText(m.live_not_started_text())).toBeTruthy()
	const asked = server.count(liveCalls.stream)
	server.answers[liveCalls.stream] = { status: 403, code: 40305 }
	messaging.tell('memberKicked', 'chat', { member: 'g-1', banned: true })
	await advance(1_000)
	expect(screen.getByText(m.live_removed_title())).toBeTruthy()
	expect(screen.queryByText(m.live_not_started_text())).toBeNull()
	expect(server.count(liveCalls.stream)).toBe(asked + 1)
})

test('[LIVE-32] [OP-112] what the host does comes with the discussion; nobody else can say it', async () => {
	const { messaging } = await openChat()
	await entered()
	messaging.write('chat', { content: 'stop_live', role: 0 }, { content: 'close_live', role: 1 })
	await advance(300)
	expect(screen.queryByText(m.live_suspended_title())).toBeNull()
	expect(screen.queryByText(m.live_over_title())).toBeNull()
	messaging.write('chat', { type: 90, content: 'stop_live', role: 1 })
	await screen.findByText(m.live_suspended_title())
	messaging.write('chat', { type: 90, content: '', custom: '{"type":"close_live"}', role: 1 })
	await screen.findByText(m.live_over_title())
})

test('[LIVE-32] who leaves right after the host did something asks for nothing more', async () => {
	// With many viewers, requests are not sent at once.
	const answers = { [liveCalls.addView]: { data: { clicks: 5_000 } } }
	const { server, messaging, unmount } = await openChat({ answers })
	await entered()
	for (let second = 0; second < 4; second++) await advance(1_000)
	vi.spyOn(Math, 'random').mockReturnValue(0.9)
	messaging.write('chat', { type: 90, content: 'stop_live', role: 1 })
	await screen.findByText(m.live_suspended_title())
	const asked = server.requests.length
	unmount()
	for (let second = 0; second < 4; second++) await advance(1_000)
	expect(server.requests.slice(asked).map(({ call }) => call)).not.toContain('GET /live/getLiveStream')
})

test('[LIVE-32] what the host did before the discussion was heard is not missed', async () => {
	const { server } = await openChat({ room: { isStarted: false } })
	await screen.findByText(m.live_not_started_title())
	const asked = server.count('GET /live/getLiveStream')
	server.answers['GET /live/getLiveStream'] = aLiveStream()
	await entered()
	for (let second = 0; second < 3; second++) await advance(1_000)
	expect(server.count('GET /live/getLiveStream')).toBe(asked + 1)
	expect(screen.queryByText(m.live_not_started_title())).toBeNull()
})

test('[LIVE-32] of what is played it is asked whether it still is, once the discussion is heard, and after a gap in it', async () => {
	const { server, messaging } = await openChat()
	const status = 'GET /live/getLiveStatus'
	await entered()
	for (let second = 0; second < 3; second++) await advance(1_000)
	expect(server.count(status)).toBe(1)
	server.answers[status] = { data: { liveStatus: 0, meetingStatus: 9 } }
	server.answers[liveCalls.stream] = aLiveStream({ meetingStatus: 9 })
	messaging.writeAfterGap('chat', { content: 'what was that?' })
	for (let second = 0; second < 4; second++) await advance(1_000)
	await screen.findByText(m.live_over_title())
	expect(server.count(status)).toBe(2)
})

test('[LIVE-32] after stalls the word of the discussion decides: the status is asked where it is not heard alone', async () => {
	vi.stubGlobal('MediaSource', class {})
	vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
	vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'get').mockReturnValue(5)
	const { server, messaging } = await openChat()
	// The line answers, and has nothing that plays.
	server.answers['GET /live/hls/s1/master.m3u8'] = {}
	const status = 'GET /live/getLiveStatus'
	await entered()
	for (let second = 0; second < 4; second++) await advance(1_000)
	const asked = server.count(status)
	for (let second = 0; second < 20; second++) await advance(1_000)
	expect(server.count(status)).toBe(asked)
	messaging.peer.mode = 'refuse'
	messaging.peer.close('network')
	for (let second = 0; second < 20; second++) await advance(1_000)
	expect(server.count(status)).toBeGreaterThan(asked)
})

const inBoth = (input: object) => ['chat', 'ask'].map(gid => ({ gid, ...input }))

test('who runs the rooms mutes, takes back and removes from the menu of a message', async () => {
	setPerson(aMember())
	const { messaging } = await openChat({ role: 1, answer: aToken('u-me') })
	const shown = await entered()
	messaging.write('chat', { content: 'rude', userId: 'u7' })
	await advance(1_500)
	for (const [label, call, input] of [
		// Somebody who may not chat may not ask either.
		[m.live_chat_mute(), 'groupUpdateMember', inBoth({ userId: 'u7', silence: 600 })],
		[m.live_chat_kick(), 'groupKick', inBoth({ userId: 'u7', ban: true })],
		[m.live_chat_silence(), 'groupUpdateInfo', [{ gid: 'chat', silenceAll: true }]],
		[m.live_chat_revoke(), 'groupRevoke', [{ gid: 'chat', hisId: 1 }]],
	] as const) {
		fireEvent.click(within(shown).getByRole('button', { name: m.live_chat_menu({ name: 'Bo' }) }))
		fireEvent.click(await screen.findByRole('button', { name: new RegExp(`^${label}`) }))
		if (call === 'groupKick') {
			const question = await screen.findByRole('alertdialog', { name: m.live_chat_kick_title({ name: 'Bo' }) })
			expect(messaging.peer.framesOf(call)).toEqual([])
			fireEvent.click(within(question).getByRole('button', { name: label }))
		}
		await waitFor(() => expect(messaging.peer.framesOf(call).map(({ jsonData }) => jsonData)).toMatchObject(input))
		await advance(500)
	}
})

test('[IMCALL-38] a guest takes back what they wrote, and has no menu for what others did', async () => {
	const { messaging } = await openChat({ room: { freeTalk: true }, role: memberRoles.guest, answer: aToken('g-me') })
	const shown = await entered()
	messaging.write('chat', { content: 'of another', userId: 'g-other', sendUserName: 'visitor111111' })
	messaging.write('chat', { content: 'by mistake', userId: 'g-me', sendUserName: 'visitor222222' })
	await advance(1_500)
	expect(texts()).toEqual(['of another', 'by mistake'])
	const menuOf = (name: string) => within(shown).queryByRole('button', { name: m.live_chat_menu({ name }) })
	expect(menuOf('visitor111111')).toBeNull()
	fireEvent.click(menuOf('visitor222222') as HTMLElement)
	fireEvent.click(await screen.findByRole('button', { name: m.live_chat_revoke() }))
	await waitFor(() =>
		expect(messaging.peer.framesOf('groupRevoke')).toMatchObject([{ jsonData: { gid: 'chat', hisId: 2 } }]),
	)
})

test('[CHAT-10] a room that could not be read has a button, and comes by itself as well', async () => {
	const { messaging } = await openChat()
	let isRefused = true
	const answer = ({ gid }: Record<string, unknown>) => ({
		group: { gid, announcement: 'Welcome', silenceAll: false, role: 0 },
	})
	messaging.peer.on('groupInfo', data => (isRefused ? { code: answerCodes.unavailable } : answer(data)))
	await screen.findAllByRole('button', { name: m.live_chat_connect() })
	isRefused = false
	await advance(10_000)
	await log()
	expect(screen.getAllByText('Welcome').length).toBeGreaterThan(0)
	expect(screen.queryByRole('button', { name: m.live_chat_connect() })).toBeNull()
})

test('[LIST-35] messages show the time on the clock of the reader', async () => {
	setReaderZone('Asia/Kolkata')
	const { messaging } = await openChat()
	messaging.peer.on('groupHistory', ({ gid }) => ({
		epoch: 'e1',
		list: [
			{
				hisId: 1,
				ts: Date.parse('2026-11-22T10:15:00+08:00'),
				userId: 'u',
				type: 0,
				content: `before, in ${gid}`,
				sendUserName: 'Bo',
			},
		],
		head: 1,
		min: 1,
		more: false,
	}))
	await entered()
	const message = await screen.findByText('before, in chat')
	expect(message.closest('article')?.querySelector('time')?.textContent).toBe('07:45')
})

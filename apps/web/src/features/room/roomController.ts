import { unreachable } from '@parley/core'
import {
	type ChatGrant,
	CloseReason,
	type Denial,
	type EnterRequest,
	type EnterResult,
	isManager,
	type ParticipantId,
	Reaction,
	RecordingEnd,
	type SendingState,
	type TransferTicket,
	type Waiting,
	type WaitingRoom,
} from '@parley/room'
import * as v from 'valibot'
import type { DeviceKind, HeadsetWatch, PresenceConnection, ScreenContent } from '../../media/index.ts'
import { followDeviceChoices } from './followDeviceChoices.ts'
import { followMediaKeys } from './followMediaKeys.ts'
import { createHosting, type Hosting } from './hosting/hosting.ts'
import { createLineReports, type LineReports } from './lineReports.ts'
import { createLocalDevices } from './localDevices.ts'
import { createMediaConnection, type TileHeights } from './mediaConnection.ts'
import { createOwnScreen } from './ownScreen.ts'
import type { PastExit } from './resumeStore.ts'
import { createRoomConnection } from './roomConnection.ts'
import type { RoomDeps } from './roomDeps.ts'
import {
	type ExitReason,
	getScreenProblem,
	getSelf,
	getSendingState,
	type Interruption,
	mayUnmute,
	type ShownDenial,
} from './roomState.ts'
import { createRoomStore, type RoomView, type RoomViewStore } from './roomStore.ts'

export interface RoomController extends Hosting {
	getView(): RoomView
	subscribe(listener: () => void): () => void
	start(): void
	/** Takes a ticket out of the address that is not needed, because the room is entered already. */
	dropTicket(): void
	/** Gives up a room that is not entered yet, and releases everything; the resume token stays. */
	close(): void
	/** Loads the page again, which then enters with what this one came with (ROOM-93). */
	reloadPage(): void
	toggleDevice(kind: DeviceKind): void
	/** Reopens failed devices. */
	retryDevices(kinds: readonly DeviceKind[]): void
	continueWithoutDevices(kinds: readonly DeviceKind[]): void
	/** Starts sound that the browser blocked; to be called from a tap. */
	resumeSound(): void
	/** Remedies what the system has interrupted; to be called from a tap. */
	resolveInterruption(interruption: Interruption): void
	/** Hides the warning that someone is trying passwords. */
	dismissPasswordWarning(): void
	/** Heights of the other participants' tiles in device pixels; `hidden` while no tile is shown. */
	setTiles(heights: TileHeights | 'hidden'): void
	/** Receives only sound, or pictures again. */
	setSoundOnly(isSoundOnly: boolean): void
	/** Bytes received and sent by this call so far. */
	countBytes(): Promise<number>
	/** Proves the visit, also once it has ended; undefined where the room was not entered. */
	getVisitToken(): string | undefined
	leave(): void
	/** Shares a screen, or ends that; to be called from a tap or key. */
	toggleScreen(): void
	/** Sends text that is sharp, or a film that moves. */
	setScreenContent(content: ScreenContent): void
	/** Ends the presentation of somebody else, as the host. */
	stopPresenter(): void
	/** Asks for access to the chat of the meeting; undefined while the room cannot be asked. */
	enterChat(): Promise<ChatGrant | undefined>
	/** Lets newcomers see what was written before they joined, or not. */
	setChatHistory(isShown: boolean): void
	/** Asks for a ticket with which another device takes this place; undefined where it is refused, or the room cannot be asked. */
	createTransfer(): Promise<TransferTicket | undefined>
	raiseHand(isRaised: boolean): void
	react(reaction: Reaction): void
	/** Opens or closes the waiting room for newcomers. */
	setWaitingRoom(isOn: boolean): void
	admit(participantId: ParticipantId): void
	admitAll(): void
	/** Does not let a person in, with words to them. */
	deny(participantId: ParticipantId, message: string): void
	/** Writes to all who wait; empty takes the message back. */
	messageWaiting(text: string): void
	moveToWaiting(participantId: ParticipantId): void
	/** Agrees to be recorded. */
	agreeToRecording(): void
	/** Answers the question to switch the microphone on. */
	answerUnmute(isAccepted: boolean): void
}

/** After this time a restarting server is shown as a lost connection. */
const maxRestartMs = 60_000
const reactionShownMs = 3_500
const storeBytesMs = 2_000

/** One visit to a room, from the ticket until it is left. */
export function createRoomController(deps: RoomDeps): RoomController {
	const { resumeStore } = deps
	const store = createRoomStore()
	let releaseWakeLock: (() => void) | undefined
	let stopWatchingNetwork: (() => void) | undefined
	let stopFollowingChoices: (() => void) | undefined
	let stopFollowingKeys: (() => void) | undefined
	let headset: HeadsetWatch | undefined
	let reactionCount = 0
	/** Devices that were chosen, and open once the person has agreed to be recorded; undefined while they do not have to. */
	let heldDevices: Set<DeviceKind> | undefined
	/** The room is left or given up: whatever the server still says opens nothing. */
	let isOver = false
	let visitToken: string | undefined
	/** Bytes of this call before this page was loaded. */
	let earlierBytes = 0
	let stopStoringBytes: (() => void) | undefined

	const playback = deps.createPlayback({
		onBlocked: isBlocked => store.dispatch({ type: 'sound', isBlocked }),
		onDead: isDead => showInterruption('output-dead', isDead),
	})
	const connection = createRoomConnection({
		...deps,
		getSending,
		subscribe,
		onConnectionChange: isConnected => store.dispatch({ type: 'connection', isConnected }),
		onEntered,
		onWaiting,
		onExit: exit,
		onPastExit,
	})
	const line: LineReports = createLineReports({
		takeFigures: () => media.takeFigures(),
		send: report => void connection.call('quality.report', report),
		now: deps.now,
		repeat: deps.repeat,
	})
	const media = createMediaConnection({
		line,
		store,
		playback,
		schedule: deps.schedule,
		openSession: connection.openSession,
		requestGrant: () => connection.call('media.grant', null),
		replaceDeadSocket: connection.replaceDeadSocket,
		onPageOutdated: () => exit('page.outdated'),
	})
	const localDevices = createLocalDevices({
		devices: deps.devices,
		publish(kind, track) {
			media.publish(kind, track)
			const room = store.getState()
			if (kind === 'camera' && room.status === 'joined') store.setCamera(room.self, track)
		},
		onChange(kind, device) {
			store.dispatch({ type: 'device', kind, device })
			announceSending()
			headset?.refresh()
		},
		onMuted: (kind, isMuted) => showInterruption(`${kind}-muted`, isMuted),
		onReplaced: (kind, name) => store.dispatch({ type: 'device-replaced', kind, name }),
	})

	const ownScreen = createOwnScreen({
		openScreen: deps.openScreen,
		start: () => connection.call('screen.start', null),
		stop: () => void connection.call('screen.stop', null),
		publish(screen) {
			media.publish('screen', screen?.picture)
			media.publish('screen-audio', screen?.sound)
		},
		setContent: (track, content) => void deps.setScreenContent(track, content),
		onChange: screen => store.dispatch({ type: 'own-screen', screen }),
		onProblem: problem => store.dispatch({ type: 'screen-problem', problem }),
	})

	const hosting = createHosting({
		call: connection.call,
		onProblem: problem => store.dispatch({ type: 'action-problem', problem }),
		isAnyUnmuted() {
			const room = store.getState()
			return room.status === 'joined' && room.people.some(({ role, sending }) => !isManager(role) && sending.microphone)
		},
		onAllowedAgain: name => store.dispatch({ type: 'allowed-again', name }),
		onMutedAll: wereAllMuted => store.dispatch({ type: 'muted-all', wereAllMuted }),
	})

	function showInterruption(interruption: Interruption, isOn: boolean) {
		store.dispatch({ type: 'interruption', interruption, isOver: !isOn })
	}

	/** Nobody wants to be heard by everyone around, because a cable came loose. */
	function pauseWithoutHeadset(): HeadsetWatch {
		return deps.watchHeadset({
			onGone() {
				playback.pause()
				showInterruption('headset-gone', true)
			},
			onBack: () => resolveInterruption('headset-gone'),
		})
	}

	function resolveInterruption(interruption: Interruption) {
		switch (interruption) {
			case 'microphone-muted':
				return void localDevices.reopen('microphone')
			case 'camera-muted':
				return void localDevices.reopen('camera')
			case 'headset-gone':
				showInterruption('headset-gone', false)
				return playback.resume()
			case 'output-dead':
				return playback.restart()
			default:
				unreachable(interruption)
		}
	}

	function getSending() {
		const room = store.getState()
		if (room.status === 'waiting') return room.wants
		return room.status === 'joined' ? getSendingState(room.devices) : { microphone: false, camera: false }
	}

	function mayUnmuteNow() {
		const room = store.getState()
		return room.status === 'joined' && mayUnmute(room)
	}

	function announceSending() {
		if (store.getState().status !== 'joined') return
		const resume = resumeStore.read()
		if (resume) resumeStore.write({ ...resume, ...getSending() })
		void connection.call('sending.set', getSending())
	}

	function subscribe(presence: PresenceConnection) {
		showEvents(presence, store)
		presence.on('room.closed', ({ reason, message, askAgainInMs }) => {
			const room = store.getState()
			const isOwnEnd = room.status === 'joined' && room.ending?.isOwn
			if (isOwnEnd && reason === 'ended-by-host') return exit('ended-by-you')
			const denied = reason === 'denied' && room.status === 'waiting' && askAgainInMs !== undefined
			const denial = denied ? { ...room, message: message ?? '', askAgainInMs } : undefined
			exit(v.is(CloseReason, reason) ? reason : 'unknown', denial)
		})
		presence.on('room.waiting', onWaitingRoom)
		presence.on('waiting.changed', event => store.dispatch({ type: 'waiting-changed', ...event }))
		presence.on('admitted', entered => {
			if (isOver || store.getState().status !== 'waiting') return
			deps.playChime('admitted')
			line.begin()
			onEntered(entered, 'resume')
		})
		presence.on('room.ending', ({ ending }) => store.dispatch({ type: 'ending', ending, nowMs: deps.now() }))
		presence.on('server.stopping', () => {
			store.dispatch({ type: 'server-restarting', isRestarting: true })
			deps.schedule(() => store.dispatch({ type: 'server-restarting', isRestarting: false }), maxRestartMs)
		})
		presence.on('room.recording', ({ recording, end, endsSoon }) => {
			const known = v.is(RecordingEnd, end) ? end : undefined
			store.dispatch({ type: 'recording', recording, end: known, endsSoon: endsSoon === true })
			if (!recording?.asksConsent) openHeldDevices()
		})
		presence.on('media.available', () => media.retryNow())
		presence.on('room.sharing', sharing => {
			const room = store.getState()
			store.dispatch({ type: 'sharing', sharing })
			if (room.status === 'joined' && sharing.presenter !== room.self) ownScreen.end()
		})
		presence.on('participant.reacted', ({ participantId, reaction }) => {
			// A newer server may know others.
			if (!v.is(Reaction, reaction)) return
			const number = ++reactionCount
			store.dispatch({ type: 'reacted', participantId, reaction, number })
			deps.schedule(() => store.dispatch({ type: 'reaction-over', participantId, number }), reactionShownMs)
		})
		presence.on('muted', ({ source }) => {
			localDevices.close(source)
			heldDevices?.delete(source)
			store.dispatch({ type: 'muted', kind: source })
		})
	}

	function onEntered(result: EnterResult, kind: EnterRequest['kind']) {
		if (isOver) return
		const isFirst = store.getState().status !== 'joined'
		const { wants, resumeToken, grant, admittedConnectionId } = result
		visitToken = result.visitToken
		const isAdmitted = store.getState().status === 'waiting'
		store.dispatch({ type: 'entered', entered: result, nowMs: deps.now() })
		const chosen = kind === 'ticket' ? wants : (resumeStore.read() ?? wants)
		const { camera } = chosen
		if (kind === 'resume' && isFirst) earlierBytes = resumeStore.read()?.bytes ?? 0
		// While this person waited, the host may have decided that members do not unmute themselves.
		const microphone = chosen.microphone && (!isAdmitted || wants.microphone || mayUnmuteNow())
		const bytes = kind === 'resume' ? resumeStore.read()?.bytes : undefined
		resumeStore.write({ token: resumeToken, microphone, camera, bytes })
		media.connect(grant, admittedConnectionId)
		// A page that was loaded again has lost its screen.
		if (result.sharing.presenter === result.self && !ownScreen.isOn()) void connection.call('screen.stop', null)
		line.start()
		if (!isFirst) {
			if (!result.recording?.asksConsent) openHeldDevices()
			return
		}
		releaseWakeLock = deps.holdWakeLock()
		stopStoringBytes = deps.repeat(() => void storeBytes(), storeBytesMs)
		stopWatchingNetwork = deps.watchNetworkChanges(connection.replaceDeadSocket)
		stopFollowingChoices = followDeviceChoices(deps, { localDevices, playback })
		stopFollowingKeys = followMediaKeys(deps.handleMediaKeys, { store, toggleDevice, leave })
		headset = pauseWithoutHeadset()
		const kinds: DeviceKind[] = [...(microphone ? ['microphone' as const] : []), ...(camera ? ['camera' as const] : [])]
		// Nothing of a person who has not agreed yet is sent.
		if (result.recording?.asksConsent) heldDevices = new Set(kinds)
		else if (kinds.length > 0) void localDevices.open(kinds)
		deps.devices.releasePrepared()
	}

	function onWaiting(waiting: Waiting, kind: EnterRequest['kind']) {
		if (isOver) return
		const { microphone, camera } = kind === 'ticket' ? waiting.wants : (resumeStore.read() ?? waiting.wants)
		const bytes = kind === 'resume' ? resumeStore.read()?.bytes : undefined
		resumeStore.write({ token: waiting.resumeToken, microphone, camera, bytes })
		// The connection was lost while a host moved the participant: what was open in the room ends with this visit.
		if (store.getState().status === 'joined') return exit('moved-to-waiting')
		store.dispatch({ type: 'waiting', waiting, wants: { microphone, camera } })
		// Nobody is filmed without seeing it.
		deps.devices.releasePrepared()
	}

	/** The person has agreed, in this window or another, or the recording is over. */
	function openHeldDevices() {
		const kinds = [...(heldDevices ?? [])]
		heldDevices = undefined
		if (kinds.length > 0 && !isOver) void localDevices.open(kinds)
	}

	/** Before the person has agreed, keys and other windows change what opens then. */
	function toggleHeld(held: Set<DeviceKind>, kind: DeviceKind) {
		if (held.has(kind)) held.delete(kind)
		else if (kind === 'microphone' && !mayUnmuteNow()) return store.dispatch({ type: 'unmute-not-allowed' })
		else held.add(kind)
		const resume = resumeStore.read()
		if (resume) resumeStore.write({ ...resume, [kind]: held.has(kind) })
	}

	/** A refusal because of a changed role needs no message: the page already shows the new role. */
	function showWaitingProblem({ failure }: { ok: boolean; failure?: string }) {
		if (failure === 'room.full' || failure === 'participant.missing')
			store.dispatch({ type: 'waiting-problem', problem: failure === 'room.full' ? failure : 'waiting-gone' })
	}

	/** Says once that somebody waits, not with each of many. */
	function onWaitingRoom(waiting: WaitingRoom) {
		const room = store.getState()
		if (room.status !== 'joined') return
		if (waiting.count > 0 && (room.waiting?.count ?? 0) === 0) deps.playChime('knock')
		store.dispatch({ type: 'waiting-room', waiting })
	}

	/** While a person waits, their devices are a choice for later. */
	function toggleWanted(wants: SendingState, kind: DeviceKind) {
		const changed = { ...wants, [kind]: !wants[kind] }
		const resume = resumeStore.read()
		if (resume) resumeStore.write({ ...resume, ...changed })
		store.dispatch({ type: 'wants', wants: changed })
	}

	function exit(reason: ExitReason, denial?: Denial) {
		// The first reason counts, also after a reload.
		if (store.getState().status === 'exited') return
		showExit(reason, denial && toShownDenial(denial))
		close()
	}

	const toShownDenial = ({ topic, hostName, message, askAgainInMs }: Denial): ShownDenial => ({
		topic,
		hostName,
		message,
		askAgainAt: deps.now() + askAgainInMs,
	})

	function showExit(reason: ExitReason, denial?: ShownDenial) {
		const visit = getVisit()
		store.dispatch({ type: 'exited', reason, nowMs: deps.now(), denial })
		const state = store.getState()
		if (state.status !== 'exited' || resumableExits.includes(reason)) return
		resumeStore.exit({ reason, lastedMs: state.lastedMs, denial, visitToken, visit })
	}

	/** The own name and devices; undefined for a person who is not in the room. */
	function getVisit(): PastExit['visit'] {
		const room = store.getState()
		const self = room.status === 'joined' ? getSelf(room) : undefined
		return self && { name: self.name, ...getSending() }
	}

	function onPastExit(past: PastExit) {
		visitToken = past.visitToken
		store.dispatch({ type: 'exited', nowMs: deps.now(), ...past })
		close()
	}

	function close() {
		isOver = true
		const { status } = store.getState()
		if (status === 'joined' || status === 'waiting') void connection.call('leave', null)
		closeMedia()
		connection.close()
	}

	function closeMedia() {
		line.stop()
		releaseWakeLock?.()
		stopStoringBytes?.()
		stopWatchingNetwork?.()
		stopFollowingChoices?.()
		stopFollowingKeys?.()
		headset?.stop()
		localDevices.closeAll()
		deps.devices.releasePrepared()
		ownScreen.release()
		media.close()
	}

	async function leave() {
		isOver = true
		connection.stopEntering()
		line.finish()
		const left = connection.call('leave', null)
		showExit('left')
		// Without waiting for the answer, which can take 10 s: no one is filmed or heard after leaving.
		closeMedia()
		await left
		connection.close()
	}

	const countBytes = async () => earlierBytes + (await media.countBytes())

	/** A reload ends the counters of the browser. */
	async function storeBytes() {
		const bytes = await countBytes()
		const resume = resumeStore.read()
		if (resume && !isOver) resumeStore.write({ ...resume, bytes })
	}

	function toggleDevice(kind: DeviceKind) {
		const room = store.getState()
		if (room.status === 'waiting') return toggleWanted(room.wants, kind)
		if (room.status !== 'joined') return
		if (heldDevices) return toggleHeld(heldDevices, kind)
		const { status } = room.devices[kind]
		if (status === 'on' || status === 'opening') localDevices.close(kind)
		else if (kind === 'microphone' && !mayUnmute(room)) store.dispatch({ type: 'unmute-not-allowed' })
		else void localDevices.open([kind])
	}

	return {
		getView: store.getView,
		subscribe: store.subscribe,
		start() {
			// ROOM-04: taken out of the address bar in any case.
			line.begin()
			const ticket = deps.takeTicket()
			if (deps.support === 'ready') connection.start(ticket)
			else exit(deps.support)
		},
		dropTicket: () => void deps.takeTicket(),
		close,
		reloadPage: () => deps.reloadPage(connection.unusedTicket()),
		toggleDevice,
		retryDevices: kinds => void localDevices.open(kinds),
		continueWithoutDevices(kinds) {
			for (const kind of kinds) localDevices.close(kind)
		},
		resumeSound: () => playback.resume(),
		resolveInterruption,
		dismissPasswordWarning: () => store.dispatch({ type: 'password-tried', password: undefined }),
		setTiles: heights => media.setTiles(heights),
		setSoundOnly: isSoundOnly => store.dispatch({ type: 'sound-only', isSoundOnly }),
		countBytes,
		getVisitToken: () => visitToken,
		leave: () => void leave(),
		toggleScreen() {
			const room = store.getState()
			const problem = room.status === 'joined' && room.ownScreen === 'off' ? getScreenProblem(room) : undefined
			// Without a choice that would be for nothing.
			if (problem) store.dispatch({ type: 'screen-problem', problem })
			else ownScreen.toggle()
		},
		setScreenContent(content) {
			ownScreen.setContent(content)
			store.dispatch({ type: 'screen-content', content })
		},
		stopPresenter: () => void connection.call('screen.stop', null),
		async enterChat() {
			const entered = await connection.call('chat.enter', null)
			return entered.ok ? entered.value : undefined
		},
		async createTransfer() {
			const created = await connection.call('transfer.create', null)
			return created.ok ? created.value : undefined
		},
		setChatHistory: shown => void connection.call('chat.show-history', { shown }),
		raiseHand: raised => void connection.call('hand.set', { raised }),
		react: reaction => void connection.call('reaction.send', { reaction }),
		setWaitingRoom: isOn => void connection.call('waiting.set', { isOn }),
		admit: participantId => void connection.call('waiting.admit', { participantId }).then(showWaitingProblem),
		admitAll: () => void connection.call('waiting.admit-all', null).then(showWaitingProblem),
		deny: (participantId, message) =>
			void connection.call('waiting.deny', { participantId, message }).then(showWaitingProblem),
		messageWaiting: text => void connection.call('waiting.message', { text }),
		moveToWaiting: participantId => void connection.call('participant.move-to-waiting', { participantId }),
		agreeToRecording: () => void connection.call('recording.agree', null),
		answerUnmute(isAccepted) {
			store.dispatch({ type: 'unmute-answered' })
			if (!isAccepted) return
			if (heldDevices) heldDevices.add('microphone')
			else void localDevices.open(['microphone'])
		},
		...hosting,
	}
}

/**
 * A place that another window took can be taken back (ROOM-23), one that waits can be resumed (ROOM-79), and a page that was
 * loaded again has its place (ROOM-93). A person who was moved to the waiting room gets a place in line (ROOM-145).
 */
const resumableExits: readonly ExitReason[] = ['elsewhere', 'not-resumed', 'page.outdated', 'moved-to-waiting']

/** Events that only change what is shown. */
function showEvents(presence: PresenceConnection, { dispatch }: RoomViewStore) {
	presence.on('participant.joined', participant => dispatch({ type: 'joined', participant }))
	presence.on('participant.changed', participant => dispatch({ type: 'changed', participant }))
	presence.on('participant.left', event => dispatch({ type: 'left', ...event }))
	presence.on('passwords.tried', ({ password }) => dispatch({ type: 'password-tried', password }))
	presence.on('passwords.changed', ({ passwords }) => dispatch({ type: 'passwords-changed', passwords }))
	presence.on('room.permissions', permissions => dispatch({ type: 'permissions', permissions }))
	presence.on('room.poll', poll => dispatch({ type: 'poll', poll }))
	presence.on('room.spotlight', ({ participantId }) => dispatch({ type: 'spotlight', participantId }))
	presence.on('room.removed', ({ people }) => dispatch({ type: 'removed-people', people }))
	presence.on('unmute.asked', () => dispatch({ type: 'unmute-asked' }))
	presence.on('room.on-air', ({ onAir }) => dispatch({ type: 'on-air', isOnAir: onAir }))
	presence.on('room.chat', chat => dispatch({ type: 'chat', chat }))
	presence.on('room.locked', ({ locked, by }) => dispatch({ type: 'locked', isLocked: locked, by }))
}

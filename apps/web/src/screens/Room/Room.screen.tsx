import type { MeetingId } from '@parley/core'

import type { ParticipantId } from '@parley/room'
import { useLocation, useNavigate, useParams } from '@tanstack/react-router'
import { clsx } from 'clsx'

import {
	AudioLines,
	ChartColumn,
	Circle,
	CircleStop,
	Eye,
	EyeOff,
	GalleryThumbnails,
	Keyboard,
	KeyRound,
	Languages,
	LayoutGrid,
	Maximize,
	Minimize,
	MonitorSmartphone,
	PictureInPicture2,
	Settings2,
	Shield,
	ShieldCheck,
	Signal,
	Speech,
	UserPlus,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { nextLanguage } from '../../features/appearance/index.ts'
import { DevicesSheet } from '../../features/devices/index.ts'
import {
	AdmitCard,
	AnnouncementsSheet,
	BarEnd,
	BarStart,
	ClaimHostDialog,
	Controls,
	type ExitReason,
	ExitScreen,
	getOtherRoom,
	getSelf,
	Header,
	HeaderButton,
	HostControlsSheet,
	InterruptionCard,
	isHost,
	isPermittedHere,
	isTransfer,
	type JoinedRoom,
	KeysDialog,
	LeaveDialog,
	layoutsFrom,
	MiniWindowView,
	MoreSheet,
	MoreTile,
	MuteAllDialog,
	mayDo,
	NetworkSheet,
	type PanelName,
	PeoplePanel,
	PeopleSheet,
	PersonMenu,
	PollCard,
	PollSheet,
	preloadOverlays,
	prepareRejoin,
	ReactionsSheet,
	ReclaimHostDialog,
	RecordDialog,
	RecordingQuestion,
	type RoomController,
	type RoomLayout,
	RoomNotices,
	RoomPanel,
	type RoomState,
	StopRecordingDialog,
	type TileMenu,
	Tiles,
	type TilesHandle,
	UnmuteQuestion,
	useAnnouncementLevel,
	useAppBadge,
	useFullscreenPage,
	useHasKeyboard,
	useMiniWindow,
	usePinning,
	useRoom,
	useRoomKeys,
	useSpeakerAnnouncement,
	useWindowTitle,
	WaitingScreen,
} from '../../features/room/index.ts'
import {
	ChatAnnouncer,
	ChatControl,
	ChatPanel,
	ChatSheet,
	MessagePreview,
	useRoomChat,
} from '../../features/roomChat/index.ts'
import { m } from '../../locales/index.ts'
import { invitationOnArrival } from '../../navigation/invitationOnArrival.ts'
import { showRoomBar } from '../../navigation/roomBar.ts'
import { usePreparedRoom } from '../../navigation/usePreparedRoom.ts'
import { storage } from '../../storage/index.ts'
import { useBackHandler } from '../../ui/back/backHandlers.ts'
import { Button, LiveRegion, lazyComponent, runWhenIdle, Spinner, toast, useIsLaptop } from '../../ui/index.ts'
import styles from './Room.module.css'
import { useFocusAfterRemoval } from './useFocusAfterRemoval.ts'
import { useOverlays } from './useOverlays.ts'
import { useRoomPanel } from './useRoomPanel.ts'

export const title = () => m.room_title()

// Loaded for hosts only.
const roomLive = () => import('./RoomLive.tsx')
const RoomLiveTile = lazyComponent(async () => (await roomLive()).RoomLiveTile)
const RoomLiveSheet = lazyComponent(async () => (await roomLive()).RoomLiveSheet, { overlay: true })

const RoomInvitation = lazyComponent(async () => (await import('./RoomInvitation.tsx')).RoomInvitation, {
	overlay: true,
})

const TransferSheet = lazyComponent(async () => (await import('./TransferSheet.tsx')).TransferSheet, { overlay: true })

showRoomBar()

export function Room() {
	const { meetingId } = useParams({ from: '/room/$meetingId' })
	// Taking over from another window, and coming back, are new visits: the key drops the old one.
	const [resumed, setResumed] = useState(0)
	const [movedIn, setMovedIn] = useState<string>()
	return (
		<LeaveOtherRoom key={`${meetingId} ${resumed}`} meetingId={meetingId}>
			<AskBeforeTransfer>
				<RoomView
					meetingId={meetingId}
					resumes={resumed > 0}
					isMoved={movedIn === meetingId}
					onResume={reason => {
						setResumed(resumed + 1)
						setMovedIn(reason === 'moved-to-waiting' ? meetingId : undefined)
					}}
				/>
			</AskBeforeTransfer>
		</LeaveOtherRoom>
	)
}

/** ROOM-78: who is in another room is asked before they leave it for this one. */
function LeaveOtherRoom({ meetingId, children }: { meetingId: string; children: React.ReactNode }) {
	const navigate = useNavigate()
	const [other, setOther] = useState(() => getOtherRoom(meetingId))
	if (!other) return children
	const stay = () => void navigate({ to: '/room/$meetingId', params: { meetingId: other.meetingId }, replace: true })
	return (
		<div className={styles.room}>
			<main className={styles.entering}>
				<h1>{m.room_switch_title({ topic: other.topic })}</h1>
				<p>{m.room_switch_text()}</p>
				<Button kind="primary" onClick={stay}>
					{m.room_switch_cancel()}
				</Button>
				<Button kind="secondary" onClick={() => setOther(undefined)}>
					{m.room_switch_confirm()}
				</Button>
			</main>
		</div>
	)
}

/**
 * ROOM-213: the other device leaves at the tap, so this page connects before it. After a tap the page may play sound, too.
 */
function AskBeforeTransfer({ children }: { children: React.ReactNode }) {
	const { hash } = useLocation()
	const [isAsking, setIsAsking] = useState(() => isTransfer(hash))
	return isAsking ? <TransferQuestion onContinue={() => setIsAsking(false)} /> : children
}

function TransferQuestion({ onContinue }: { onContinue: () => void }) {
	const navigate = useNavigate()
	usePreparedRoom()
	return (
		<div className={styles.room}>
			<main className={styles.entering}>
				<h1>{m.transfer_ask_title()}</h1>
				<p>{m.transfer_ask_text()}</p>
				<Button kind="primary" onClick={onContinue}>
					{m.transfer_ask_continue()}
				</Button>
				<Button kind="secondary" onClick={() => void navigate({ to: '/', replace: true })}>
					{m.room_cancel()}
				</Button>
			</main>
		</div>
	)
}

interface RoomViewProps {
	meetingId: string
	resumes: boolean
	/** A host has moved the person to the waiting room. */
	isMoved: boolean
	onResume: (reason: ExitReason) => void
}

function RoomView({ meetingId, resumes, isMoved, onResume }: RoomViewProps) {
	const { view, controller } = useRoom(meetingId, { resumes })
	const exits = useExitNavigation(meetingId)
	const { state, cameras, screens } = view
	useDarkTheme(state.status !== 'exited')
	const admitted = useAdmittedText(state)
	const exit = state.status === 'exited' ? state.reason : undefined
	// ROOM-145: the place in line is a new visit.
	useEffect(() => {
		if (exit === 'moved-to-waiting') onResume(exit)
	}, [exit, onResume])
	return (
		<div className={styles.room}>
			<p role="alert" className="sr-only">
				{admitted}
			</p>
			{state.status === 'waiting' && <WaitingScreen waiting={state} isMoved={isMoved} controller={controller} />}
			{state.status === 'joining' && <JoiningView isOffline={state.isOffline} onCancel={exits.onHome} />}
			{state.status === 'exited' && (
				<ExitScreen
					reason={state.reason}
					lastedMs={state.lastedMs}
					denial={state.denial}
					visitToken={controller.getVisitToken()}
					onResume={() => onResume(state.reason)}
					onReload={controller.reloadPage}
					{...exits}
				/>
			)}
			{state.status === 'joined' && (
				<JoinedView
					meetingId={meetingId as MeetingId}
					room={state}
					controller={controller}
					keep={exits.keep}
					onShowMeeting={exits.onShowMeeting}
					canInvite={exits.signedIn}
					cameras={cameras}
					screens={screens}
				/>
			)}
		</div>
	)
}

function JoiningView({ isOffline, onCancel }: { isOffline: boolean; onCancel: () => void }) {
	const text = isOffline ? m.room_entering_offline() : m.room_entering()
	return (
		<main className={styles.entering}>
			<h1 className={styles.hidden}>{m.room_title()}</h1>
			<Spinner label={text} />
			<p role="status">{text}</p>
			<Button kind="secondary" onClick={onCancel}>
				{m.room_cancel()}
			</Button>
		</main>
	)
}

/** The sheets, menus and dialogs over the room, of which one is open at a time. */
type RoomOverlay =
	| 'more'
	| 'reactions'
	| 'claim-host'
	| 'reclaim-host'
	| 'host-controls'
	| 'mute-all'
	| 'invitation'
	| 'network'
	| 'keys'
	| 'announcements'
	| 'live'
	| 'devices'
	| 'transfer'
	| 'poll'
	| 'microphone'
	| 'camera'
	| 'record'
	| 'stop-recording'

/** The devices that have a menu of their own at their button, on laptops. */
const deviceKinds = ['microphone', 'camera'] as const
const laptopMenus = [...deviceKinds, 'reactions', 'more'] as const

interface JoinedViewProps {
	meetingId: MeetingId
	room: JoinedRoom
	controller: RoomController
	keep: ReturnType<typeof useExitNavigation>['keep']
	onShowMeeting: (() => void) | undefined
	/** Guests see nothing of the meeting to pass on. */
	canInvite: boolean
	cameras: React.ComponentProps<typeof Tiles>['cameras']
	screens: React.ComponentProps<typeof Tiles>['screens']
}

function JoinedView({
	meetingId,
	room,
	controller,
	keep,
	onShowMeeting,
	canInvite,
	cameras,
	screens,
}: JoinedViewProps) {
	const overlays = useOverlays<RoomOverlay>(() =>
		canInvite && invitationOnArrival.take(meetingId) ? 'invitation' : undefined,
	)
	const isLaptop = useIsLaptop()
	const panel = useRoomPanel()
	/** A sheet takes the place of another one; a panel stays beside the stage. */
	function show(name: RoomOverlay, anchor?: Element) {
		if (!isLaptop) panel.close()
		overlays.show(name, anchor)
	}
	function openPanel(name: PanelName) {
		overlays.close()
		panel.open(name)
	}
	const togglePanel = (name: PanelName) => (panel.opened === name ? panel.close() : openPanel(name))
	const keys = useKeys()
	const hasKeyboard = useHasKeyboard()
	const [announcements, setAnnouncements] = useAnnouncementLevel()
	const [layout, setLayout] = useLayout()
	const [hidesSelf, setHidesSelf] = useState(false)
	const pinning = usePinning(room, hidesSelf)
	const [leaving, setLeaving] = useState<{ open: boolean; isBack: boolean }>()
	useEffect(() => runWhenIdle(preloadOverlays), [])
	// ROOM-78: going back asks; the dialog is closed by the next back.
	useBackHandler(true, () => setLeaving({ open: true, isBack: true }))
	const host = isHost(room)
	const chat = useRoomChat(room, controller, panel.opened === 'chat')
	useWindowTitle(room)
	useAppBadge((mayDo(room, 'admit-people') ? (room.waiting?.count ?? 0) : 0) + chat.unread)
	const { preview, announced = [] } = chat.view.loaded?.state ?? {}
	const fullscreen = useFullscreenPage()
	const speaker = useSpeakerAnnouncement(room)
	const miniWindow = useMiniWindow()
	const cards = useRef<HTMLDivElement>(null)
	useFocusAfterRemoval(cards, findControls)
	const toggleLayout = () => setLayout(layout === 'grid' ? 'speaker' : 'grid')
	/** Closes the sheet first, so that the person sees what changes. */
	const closeMoreAnd = (act: () => void) => () => {
		overlays.propsOf('more').onOpenChange(false)
		act()
	}
	const onInvite = canInvite ? () => show('invitation') : undefined
	const people = {
		room,
		controller,
		onInvite,
		pinning,
		// Over the list, to which going back returns (ROOM-127).
		onHostControls: (anchor: Element) => overlays.show('host-controls', anchor),
		onMuteAll: () => overlays.show('mute-all'),
		onMessage(participantId: ParticipantId) {
			chat.chat.writeTo(participantId)
			openPanel('chat')
		},
	}
	const chatProps = { room, controller, chat: chat.chat, view: chat.view }
	const panelPropsOf = (name: PanelName) => ({
		open: panel.opened === name,
		// Another may have been opened meanwhile.
		onOpenChange: (open: boolean) => (open ? panel.open(name) : panel.opened === name && panel.close()),
	})
	const chatControl = (
		<ChatControl
			unread={chat.unread}
			expanded={isLaptop ? panel.opened === 'chat' : undefined}
			onPress={() => togglePanel('chat')}
		/>
	)
	const tiles = useRef<TilesHandle>(null)
	const [tileMenu, setTileMenu] = useState<TileMenu & { turn: number }>()
	useRoomKeys({
		isOn: keys.isOn,
		microphone: room.devices.microphone,
		controller,
		onScreen: controller.toggleScreen,
		onHand: () => controller.raiseHand(getSelf(room)?.handRaisedAt === null),
		onPeople: () => togglePanel('people'),
		onChat: () => togglePanel('chat'),
		onLayout: toggleLayout,
		onFullscreen: () => fullscreen?.toggle(),
		onSpeaker: speaker.announce,
		onReact: controller.react,
		onPage: by => tiles.current?.turnPage(by),
		onKeys: () => show('keys'),
	})
	return (
		<>
			<div className={styles.head}>
				<Header
					room={room}
					layout={layout}
					onLayout={setLayout}
					onNetwork={anchor => show('network', anchor)}
					onPeople={isLaptop ? undefined : () => openPanel('people')}
				>
					{isLaptop && fullscreen && (
						<HeaderButton
							label={fullscreen.isOn ? m.room_fullscreen_end() : m.room_fullscreen()}
							shortcut="F"
							icon={fullscreen.isOn ? <Minimize /> : <Maximize />}
							onPress={fullscreen.toggle}
						/>
					)}
				</Header>
			</div>
			<main className={styles.stage}>
				<Tiles
					ref={tiles}
					room={room}
					cameras={cameras}
					screens={screens}
					controller={controller}
					view={layout}
					hidesSelf={hidesSelf}
					pinning={pinning}
					hasMiniWindow={miniWindow?.isOpen === true}
					announcements={announcements}
					onMenu={isLaptop ? menu => setTileMenu({ ...menu, turn: (tileMenu?.turn ?? 0) + 1 }) : undefined}
				/>
				{miniWindow && (miniWindow.isOpen || miniWindow.video) && (
					<MiniWindowView
						room={room}
						cameras={cameras}
						screens={screens}
						controller={controller}
						miniWindow={miniWindow}
					/>
				)}
				<RoomNotices
					room={room}
					controller={controller}
					announcements={announcements}
					onShowMeeting={onShowMeeting}
					onInvite={onInvite}
				/>
				{preview && room.ownScreen !== 'on' && (
					<MessagePreview message={preview} room={room} onOpen={() => openPanel('chat')} />
				)}
				<LiveRegion>{speaker.text}</LiveRegion>
				<ChatAnnouncer messages={announced} room={room} level={announcements} />
			</main>
			<footer className={clsx(styles.controls, panel.opened && styles.besidePanel)}>
				<div ref={cards} className={styles.cards}>
					{room.waiting && mayDo(room, 'admit-people') && (
						<AdmitCard waiting={room.waiting} controller={controller} onView={() => openPanel('people')} />
					)}
					<PollCard room={room} onOpen={() => show('poll')} />
					<InterruptionCard room={room} controller={controller} />
				</div>
				{isLaptop && (
					<div className={styles.barStart}>
						<BarStart onInvite={onInvite} />
					</div>
				)}
				<Controls
					room={room}
					controller={controller}
					onMore={anchor => show('more', anchor)}
					onLeave={() => (host ? setLeaving({ open: true, isBack: false }) : controller.leave())}
					laptop={
						isLaptop
							? {
									opened: laptopMenus.find(overlays.isOpen),
									onDevices: show,
									onReactions: anchor => show('reactions', anchor),
								}
							: undefined
					}
				>
					{!isLaptop && chatControl}
				</Controls>
				{isLaptop && (
					<div className={styles.barEnd}>
						<BarEnd
							room={room}
							isPeopleOpen={panel.opened === 'people'}
							onPeople={() => togglePanel('people')}
							onKeys={() => show('keys')}
						>
							{chatControl}
						</BarEnd>
					</div>
				)}
			</footer>
			{isLaptop && panel.opened && (
				<RoomPanel
					value={panel.opened}
					onValueChange={panel.open}
					onClose={panel.close}
					count={room.people.length}
					unread={chat.unread}
				>
					{panel.opened === 'people' ? <PeoplePanel {...people} /> : <ChatPanel {...chatProps} />}
				</RoomPanel>
			)}
			{!isLaptop && panel.wasOpened('people') && <PeopleSheet {...people} {...panelPropsOf('people')} />}
			{!isLaptop && panel.wasOpened('chat') && <ChatSheet {...chatProps} {...panelPropsOf('chat')} />}
			{overlays.isMounted('more') && (
				<MoreSheet room={room} controller={controller} anchor={overlays.anchorOf('more')} {...overlays.propsOf('more')}>
					{!isLaptop && room.people.length >= layoutsFrom && (
						<MoreTile
							icon={layout === 'speaker' ? <LayoutGrid /> : <GalleryThumbnails />}
							label={layout === 'speaker' ? m.room_layout_grid() : m.room_layout_speaker()}
							onPress={closeMoreAnd(toggleLayout)}
						/>
					)}
					{room.people.length > 1 && (
						<MoreTile
							icon={hidesSelf ? <Eye /> : <EyeOff />}
							label={hidesSelf ? m.room_self_show() : m.room_self_hide()}
							onPress={closeMoreAnd(() => setHidesSelf(!hidesSelf))}
						/>
					)}
					{!isLaptop && fullscreen && (
						<MoreTile
							icon={fullscreen.isOn ? <Minimize /> : <Maximize />}
							label={fullscreen.isOn ? m.room_fullscreen_end() : m.room_fullscreen()}
							onPress={closeMoreAnd(fullscreen.toggle)}
						/>
					)}
					{miniWindow && (
						<MoreTile
							icon={<PictureInPicture2 />}
							label={miniWindow.isOpen ? m.room_mini_close() : m.room_mini()}
							onPress={closeMoreAnd(miniWindow.toggle)}
						/>
					)}
					{!isLaptop && onInvite && <MoreTile icon={<UserPlus />} label={m.room_invite()} onPress={onInvite} />}
					<MoreTile icon={<Settings2 />} label={m.devices_title()} onPress={() => show('devices')} />
					{isPermittedHere(room, 'transfer') && (
						<MoreTile icon={<MonitorSmartphone />} label={m.transfer_open()} onPress={() => show('transfer')} />
					)}
					<MoreTile icon={<Signal />} label={m.room_network()} onPress={() => show('network')} />
					{mayDo(room, 'record-meeting') && (
						<MoreTile
							icon={room.recording ? <CircleStop /> : <Circle />}
							label={room.recording ? m.recording_stop() : m.recording_start()}
							onPress={() => show(room.recording ? 'stop-recording' : 'record')}
						/>
					)}
					{(room.poll || mayDo(room, 'run-poll')) && (
						<MoreTile icon={<ChartColumn />} label={m.poll_title()} onPress={() => show('poll')} />
					)}
					{host && <RoomLiveTile meetingId={meetingId} onPress={() => show('live')} />}
					{mayDo(room, 'set-permissions') && (
						<MoreTile icon={<Shield />} label={m.room_host_controls()} onPress={() => show('host-controls')} />
					)}
					{!host && (
						<MoreTile
							icon={room.ownsMeeting ? <ShieldCheck /> : <KeyRound />}
							label={room.ownsMeeting ? m.room_reclaim() : m.room_claim()}
							onPress={() => show(room.ownsMeeting ? 'reclaim-host' : 'claim-host')}
						/>
					)}
					<MoreTile
						icon={<AudioLines />}
						label={m.room_keys_speaker()}
						onPress={closeMoreAnd(() => toast.show(speaker.describe()))}
					/>
					<MoreTile icon={<Speech />} label={m.room_announce_open()} onPress={() => show('announcements')} />
					<LanguageTile close={() => overlays.propsOf('more').onOpenChange(false)} />
					{!isLaptop && hasKeyboard && (
						<MoreTile icon={<Keyboard />} label={m.room_keys_open()} onPress={() => show('keys')} />
					)}
				</MoreSheet>
			)}
			{tileMenu && (
				<PersonMenu
					key={tileMenu.turn}
					room={room}
					controller={controller}
					onMessage={people.onMessage}
					person={tileMenu.person}
					anchor={tileMenu.anchor}
					pinning={pinning}
				/>
			)}
			{overlays.isMounted('reactions') && (
				<ReactionsSheet
					controller={controller}
					anchor={overlays.anchorOf('reactions')}
					{...overlays.propsOf('reactions')}
				/>
			)}
			{overlays.isMounted('claim-host') && (
				<ClaimHostDialog
					meetingId={meetingId}
					getVisitToken={controller.getVisitToken}
					{...overlays.propsOf('claim-host')}
				/>
			)}
			{overlays.isMounted('reclaim-host') && (
				<ReclaimHostDialog room={room} controller={controller} {...overlays.propsOf('reclaim-host')} />
			)}
			{overlays.isMounted('devices') && <DevicesSheet {...overlays.propsOf('devices')} />}
			{deviceKinds.map(kind => {
				const anchor = overlays.anchorOf(kind)
				return (
					anchor && (
						<DevicesSheet key={kind} at={{ kind, anchor, onMore: () => show('devices') }} {...overlays.propsOf(kind)} />
					)
				)
			})}
			{overlays.isMounted('poll') && <PollSheet room={room} controller={controller} {...overlays.propsOf('poll')} />}
			{overlays.isMounted('transfer') && (
				<TransferSheet meetingId={meetingId} room={room} controller={controller} {...overlays.propsOf('transfer')} />
			)}
			{overlays.isMounted('live') && <RoomLiveSheet meetingId={meetingId} {...overlays.propsOf('live')} />}
			{overlays.isMounted('announcements') && (
				<AnnouncementsSheet {...overlays.propsOf('announcements')} level={announcements} onChoose={setAnnouncements} />
			)}
			{overlays.isMounted('keys') && (
				<KeysDialog
					{...overlays.propsOf('keys')}
					mayAdmit={mayDo(room, 'admit-people')}
					isOn={keys.isOn}
					onChange={keys.setOn}
				/>
			)}
			{overlays.isMounted('network') && (
				<NetworkSheet
					room={room}
					anchor={overlays.anchorOf('network')}
					{...overlays.propsOf('network')}
					controller={controller}
				/>
			)}
			{overlays.isMounted('host-controls') && (
				<HostControlsSheet
					room={room}
					anchor={overlays.anchorOf('host-controls')}
					{...overlays.propsOf('host-controls')}
					controller={controller}
					onMuteAll={() => overlays.show('mute-all')}
				/>
			)}
			{overlays.isMounted('mute-all') && (
				<MuteAllDialog room={room} controller={controller} {...overlays.propsOf('mute-all')} />
			)}
			{overlays.isMounted('record') && (
				<RecordDialog {...overlays.propsOf('record')} engine={room.engine} controller={controller} />
			)}
			{overlays.isMounted('stop-recording') && (
				<StopRecordingDialog {...overlays.propsOf('stop-recording')} controller={controller} />
			)}
			{room.recording?.asksConsent && <RecordingQuestion room={room} controller={controller} />}
			{room.isAskedToUnmute && <UnmuteQuestion room={room} controller={controller} />}
			{overlays.isMounted('invitation') && <RoomInvitation meetingId={meetingId} {...overlays.propsOf('invitation')} />}
			{leaving && (
				<LeaveDialog
					open={leaving.open}
					onOpenChange={open => setLeaving({ ...leaving, open })}
					host={host}
					keep={leaving.isBack ? keep : undefined}
					onLeave={controller.leave}
					onEnd={controller.endMeeting}
				/>
			)}
		</>
	)
}

/** The other language, chosen without leaving the room (ROOM-190). */
function LanguageTile({ close }: { close: () => void }) {
	const { name, tag, choose } = nextLanguage()
	return (
		<MoreTile
			icon={<Languages />}
			label={name}
			name={m.common_language_switch()}
			lang={tag}
			onPress={() => {
				close()
				choose()
			}}
		/>
	)
}

/** The first control of the bar, where the focus goes when there is nothing nearer. */
const findControls = () => document.querySelector<HTMLElement>('[role="toolbar"] button')

/** After this time the text would be wrong, and a screen reader has read it. */
const admittedTextMs = 10_000

/** Said once when a host has let the person in; afterwards people may come and go. */
function useAdmittedText(state: RoomState): string | undefined {
	const [before, setBefore] = useState(state.status)
	const [text, setText] = useState<string>()
	if (state.status !== before) {
		setBefore(state.status)
		const isAdmitted = before === 'waiting' && state.status === 'joined'
		setText(isAdmitted ? m.waiting_admitted({ count: state.people.length }) : undefined)
	}
	useEffect(() => {
		if (text === undefined) return
		const timer = setTimeout(() => setText(undefined), admittedTextMs)
		return () => clearTimeout(timer)
	}, [text])
	return text
}

/** The layout of the tiles: a choice that the browser keeps. */
function useLayout() {
	const [layout, setLayout] = useState<RoomLayout>(() =>
		storage.read('roomLayout') === 'speaker' ? 'speaker' : 'grid',
	)
	const choose = (next: RoomLayout) => {
		storage.write('roomLayout', next)
		setLayout(next)
	}
	return [layout, choose] as const
}

/** Says whether single keys are used: a choice that the browser keeps. */
function useKeys() {
	const [isOn, setIsOn] = useState(() => storage.read('roomKeys') !== 'off')
	return {
		isOn,
		setOn(on: boolean) {
			storage.write('roomKeys', on ? undefined : 'off')
			setIsOn(on)
		},
	}
}

/** The call is always dark; the exit screen follows the theme. Set on the body, because sheets are portals. */
function useDarkTheme(isDark: boolean) {
	useEffect(() => {
		if (!isDark) return
		document.body.dataset.theme = 'dark'
		return () => {
			delete document.body.dataset.theme
		}
	}, [isDark])
}

/** The exit: members go to their list, guests to the landing. */
function useExitNavigation(meetingId: string) {
	const navigate = useNavigate()
	const signedIn = storage.read('accessToken') !== undefined
	const home = signedIn ? '/MeetingList' : '/'
	return {
		signedIn,
		/** Another screen, while the call continues; its entry takes the place of the room's. */
		keep: {
			label: signedIn ? m.room_keep_to_list() : m.room_keep_to_start(),
			onKeep: () => void navigate({ to: home, replace: true }),
		},
		/** The call continues meanwhile; guests see no meeting. */
		onShowMeeting: signedIn
			? () => void navigate({ to: '/detail/$meetingId', params: { meetingId }, replace: true })
			: undefined,
		onHome: () => void navigate({ to: home }),
		onRejoin: () => void navigate(prepareRejoin(meetingId)),
	}
}

export { Room as Screen }

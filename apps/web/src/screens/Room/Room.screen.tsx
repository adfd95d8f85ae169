import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
	Controls,
	ExitScreen,
	Header,
	isHost,
	type JoinedRoom,
	type RoomController,
	RoomNotices,
	Tiles,
	useRoom,
} from '../../features/room/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import { Button, lazyComponent, runWhenIdle, Spinner } from '../../ui/index.ts'
import styles from './Room.module.css'

export const title = () => m.room_title()

const overlays = () => import('../../features/room/overlays.ts')
const PeopleSheet = lazyComponent(async () => (await overlays()).PeopleSheet, { overlay: true })
const LeaveDialog = lazyComponent(async () => (await overlays()).LeaveDialog, { overlay: true })

export function Room() {
	const { meetingId } = useParams({ from: '/room/$meetingId' })
	// Taking over from another window is a new visit: the key drops the old one.
	const [visit, setVisit] = useState(0)
	useDarkTheme()
	return <RoomSession key={visit} meetingId={meetingId} onTakeOver={() => setVisit(visit + 1)} />
}

function RoomSession({ meetingId, onTakeOver }: { meetingId: string; onTakeOver: () => void }) {
	const { view, controller } = useRoom(meetingId)
	const exits = useExitNavigation(meetingId)
	const { state, cameras } = view
	return (
		<div className={styles.room}>
			{state.status === 'joining' && <JoiningView isOffline={state.isOffline} onCancel={exits.onHome} />}
			{state.status === 'exited' && <ExitScreen reason={state.reason} onTakeOver={onTakeOver} {...exits} />}
			{state.status === 'joined' && (
				<JoinedView room={state} controller={controller} tiles={<Tiles room={state} cameras={cameras} />} />
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

interface JoinedViewProps {
	room: JoinedRoom
	controller: RoomController
	tiles: React.ReactNode
}

function JoinedView({ room, controller, tiles }: JoinedViewProps) {
	const [people, setPeople] = useState<'never' | 'open' | 'closed'>('never')
	const [leaving, setLeaving] = useState<'never' | 'open' | 'closed'>('never')
	// Loaded ahead, so that leaving works without a network too.
	useEffect(() => runWhenIdle(() => void overlays().catch(() => {})), [])
	return (
		<>
			<div className={styles.head}>
				<Header room={room} />
			</div>
			<main className={styles.stage}>
				{tiles}
				<RoomNotices room={room} controller={controller} />
			</main>
			<footer className={styles.controls}>
				<Controls
					room={room}
					controller={controller}
					onPeople={() => setPeople('open')}
					onLeave={() => (isHost(room) ? setLeaving('open') : controller.leave())}
				/>
			</footer>
			{people !== 'never' && (
				<PeopleSheet
					room={room}
					open={people === 'open'}
					onOpenChange={open => setPeople(open ? 'open' : 'closed')}
					controller={controller}
				/>
			)}
			{leaving !== 'never' && (
				<LeaveDialog
					open={leaving === 'open'}
					onOpenChange={open => setLeaving(open ? 'open' : 'closed')}
					onLeave={controller.leave}
					onEnd={controller.endMeeting}
				/>
			)}
		</>
	)
}

/** The room is always dark. On the body, because sheets are portals. */
function useDarkTheme() {
	useEffect(() => {
		document.body.dataset.theme = 'dark'
		return () => {
			delete document.body.dataset.theme
		}
	}, [])
}

/** Where leaving leads: members to their list, guests to the landing. */
function useExitNavigation(meetingId: string) {
	const navigate = useNavigate()
	const signedIn = storage.read('accessToken') !== undefined
	return {
		signedIn,
		onHome: () => void navigate({ to: signedIn ? '/MeetingList' : '/' }),
		onRejoin: () =>
			void (signedIn
				? navigate({ to: '/MeetingList/JoinMeeting/$meetingId/$hasPwd', params: { meetingId, hasPwd: 'false' } })
				: navigate({ to: '/joinQuickly', search: { meetingId } })),
	}
}

export { Room as Screen }

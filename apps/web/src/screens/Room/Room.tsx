import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import {
	Controls,
	Header,
	type Inside,
	isHost,
	Notes,
	OutsideNote,
	type RoomConductor,
	Tiles,
	useRoom,
} from '../../features/room/index.ts'
import { whenIdle } from '../../features/site/index.ts'
import { m } from '../../locales/index.ts'
import { storage } from '../../storage/index.ts'
import { Button, lazyComponent, Spinner } from '../../ui/index.ts'
import styles from './Room.module.css'

const overlays = () => import('../../features/room/overlays.ts')
const PeopleSheet = lazyComponent(async () => (await overlays()).PeopleSheet, { overlay: true })
const LeaveDialog = lazyComponent(async () => (await overlays()).LeaveDialog, { overlay: true })

export function Room() {
	const { meetingId } = useParams({ from: '/room/$meetingId' })
	// Coming back from another window begins a new stay; the key throws the old one away.
	const [stay, setStay] = useState(0)
	useDarkBody()
	return <Stay key={stay} meetingId={meetingId} onAgain={() => setStay(stay + 1)} />
}

function Stay({ meetingId, onAgain }: { meetingId: string; onAgain: () => void }) {
	const { view, conductor } = useRoom(meetingId)
	const ways = useWays(meetingId)
	const { room, cameras } = view
	return (
		<div className={styles.room}>
			{room.at === 'entering' && <Entering offline={room.offline} onCancel={ways.onHome} />}
			{room.at === 'outside' && <OutsideNote why={room.why} onHere={onAgain} {...ways} />}
			{room.at === 'inside' && (
				<InTheRoom room={room} conductor={conductor} tiles={<Tiles room={room} cameras={cameras} />} />
			)}
		</div>
	)
}

function Entering({ offline, onCancel }: { offline: boolean; onCancel: () => void }) {
	const words = offline ? m.room_entering_offline() : m.room_entering()
	return (
		<main className={styles.entering}>
			<h1 className={styles.hidden}>{m.room_title()}</h1>
			<Spinner label={words} />
			<p role="status">{words}</p>
			<Button kind="secondary" onClick={onCancel}>
				{m.room_cancel()}
			</Button>
		</main>
	)
}

interface InTheRoomProps {
	room: Inside
	conductor: RoomConductor
	tiles: React.ReactNode
}

function InTheRoom({ room, conductor, tiles }: InTheRoomProps) {
	const [people, setPeople] = useState<'never' | 'open' | 'closed'>('never')
	const [leaving, setLeaving] = useState<'never' | 'open' | 'closed'>('never')
	// Fetched while there is a network: leaving must work without one.
	useEffect(() => whenIdle(() => void overlays().catch(() => {})), [])
	return (
		<>
			<div className={styles.head}>
				<Header room={room} />
			</div>
			<main className={styles.stage}>
				{tiles}
				<Notes
					room={room}
					onRetry={conductor.retry}
					onWithout={conductor.dismissFault}
					onSound={conductor.allowSound}
				/>
			</main>
			<footer className={styles.controls}>
				<Controls
					room={room}
					onToggle={conductor.toggle}
					onPeople={() => setPeople('open')}
					onLeave={() => (isHost(room) ? setLeaving('open') : conductor.leave())}
				/>
			</footer>
			{people !== 'never' && (
				<PeopleSheet
					room={room}
					open={people === 'open'}
					onOpenChange={open => setPeople(open ? 'open' : 'closed')}
					onLock={conductor.lock}
					onMute={conductor.mute}
					onRemove={conductor.remove}
				/>
			)}
			{leaving !== 'never' && (
				<LeaveDialog
					open={leaving === 'open'}
					onOpenChange={open => setLeaving(open ? 'open' : 'closed')}
					onLeave={conductor.leave}
					onEnd={conductor.endForAll}
				/>
			)}
		</>
	)
}

/** Faces stand out on dark, whatever theme the rest of the product wears; sheets hang on the body and follow it. */
function useDarkBody() {
	useEffect(() => {
		document.body.dataset.theme = 'dark'
		return () => {
			delete document.body.dataset.theme
		}
	}, [])
}

/** Where to go from here: members have a list, guests the start. */
function useWays(meetingId: string) {
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

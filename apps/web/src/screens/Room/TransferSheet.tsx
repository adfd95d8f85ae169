import type { MeetingId } from '@parley/core'
import { useEffect, useState } from 'react'
import { LinkAndCode } from '../../features/meeting/index.ts'
import { isPermittedHere, type JoinedRoom, type RoomController, transferLink } from '../../features/room/index.ts'
import { m } from '../../locales/index.ts'
import { Button, Spinner } from '../../ui/index.ts'
import { Sheet } from '../../ui/overlays/Sheet.tsx'
import styles from './TransferSheet.module.css'

export interface TransferSheetProps {
	meetingId: MeetingId
	room: JoinedRoom
	controller: Pick<RoomController, 'createTransfer'>
	open: boolean
	onOpenChange(open: boolean): void
}

/** The link with which another device of this person takes their place in the room, as a QR code (ROOM-210). */
export function TransferSheet({ meetingId, room, controller, open, onOpenChange }: TransferSheetProps) {
	const isPermitted = isPermittedHere(room, 'transfer')
	useEffect(() => {
		// The host has just decided otherwise.
		if (open && !isPermitted) onOpenChange(false)
	}, [open, isPermitted, onOpenChange])
	return (
		<Sheet
			open={open && isPermitted}
			onOpenChange={onOpenChange}
			title={m.transfer_title()}
			closeLabel={m.room_close()}
		>
			{room.ownScreen === 'on' ? (
				// Everyone who watches could take the place.
				<p className={styles.text}>{m.transfer_sharing()}</p>
			) : (
				open && <TransferCode meetingId={meetingId} createTransfer={controller.createTransfer} />
			)}
		</Sheet>
	)
}

/** A new ticket is made this long before the old one expires, so that a person who scans just now still has time. */
const renewBeforeMs = 30_000

function TransferCode({
	meetingId,
	createTransfer,
}: Pick<TransferSheetProps, 'meetingId'> & TransferSheetProps['controller']) {
	const [link, setLink] = useState<string | 'failed'>()
	const [attempt, setAttempt] = useState(0)
	// biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
	useEffect(() => {
		let isShown = true
		let timer: ReturnType<typeof setTimeout> | undefined
		async function renew() {
			const created = await createTransfer()
			if (!isShown) return
			setLink(created ? transferLink(window.location.origin, meetingId, created.ticket) : 'failed')
			if (created) timer = setTimeout(renew, created.expiresInMs - renewBeforeMs)
		}
		void renew()
		return () => {
			isShown = false
			clearTimeout(timer)
		}
	}, [meetingId, createTransfer, attempt])
	if (link === undefined) return <Spinner label={m.transfer_loading()} />
	if (link === 'failed') {
		return (
			<div className={styles.failed} role="alert">
				<p className={styles.text}>{m.transfer_failed()}</p>
				<Button kind="secondary" onClick={() => setAttempt(attempt + 1)}>
					{m.room_fault_retry()}
				</Button>
			</div>
		)
	}
	return (
		<LinkAndCode
			link={link}
			text={m.transfer_text()}
			note={m.transfer_note()}
			codeLabel={m.transfer_code()}
			copyLabel={m.transfer_copy()}
		/>
	)
}

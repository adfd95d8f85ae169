import type { DeskState } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, lazyComponent, toast, useAction } from '../../../ui/index.ts'
import { type Control, controlBroadcast } from '../state/deskActions.ts'
import styles from './DeskControls.module.css'
import { EndButton } from './EndButton.tsx'
import type { GoLive } from './useGoLive.tsx'

const AlertDialog = lazyComponent(async () => (await import('../../../ui/overlays/Dialog.tsx')).AlertDialog, {
	overlay: true,
})

export interface DeskControlsProps {
	meetingId: MeetingId
	desk: DeskState
	goLive: GoLive
	/** The state has to be requested again. */
	onDone(): Promise<void>
}

/** Goes live, pauses, resumes and ends. */
export function DeskControls({ meetingId, desk, goLive, onDone }: DeskControlsProps) {
	const [isAsking, setAsking] = useState(false)
	const [running, setRunning] = useState<Control>()
	const [run] = useAction(
		async (control: Control) => {
			setRunning(control)
			const error = await controlBroadcast(control, meetingId)
			if (error) toast.show(error, { tone: 'error' })
			// A refusal often means that this view is out of date.
			await onDone()
		},
		() => {
			setRunning(undefined)
			setAsking(false)
		},
	)
	const busy = (control: Control) => running === control && m.desk_working()

	const start = (label: string, onClick: () => void) => (
		<Button
			kind="primary"
			size="large"
			block
			loading={goLive.isGoing ? m.desk_going_live() : busy('start')}
			disabled={!desk.canBroadcast}
			onClick={onClick}
		>
			{label}
		</Button>
	)
	return (
		<>
			{desk.status === 'notStarted' && start(m.desk_start(), goLive.press)}
			{desk.status === 'over' && (
				<>
					{desk.recordingDays !== undefined && <p className={styles.note}>{m.desk_start_anew_note()}</p>}
					{start(m.desk_start_anew(), () => setAsking(true))}
				</>
			)}
			{(desk.status === 'onAir' || desk.status === 'suspended') && (
				<div className={styles.pair}>
					{desk.status === 'onAir' ? (
						<Button size="large" loading={busy('suspend')} onClick={() => void run('suspend')}>
							{m.desk_suspend()}
						</Button>
					) : (
						<Button kind="primary" size="large" loading={busy('start')} onClick={() => void run('start')}>
							{m.desk_resume()}
						</Button>
					)}
					<EndButton size="large" meetingId={meetingId} recordingDays={desk.recordingDays} onDone={onDone} />
				</div>
			)}
			<AlertDialog
				open={isAsking}
				onClose={() => running || setAsking(false)}
				title={m.desk_start_anew_title()}
				text={m.desk_start_anew_text()}
				confirm={{ label: m.desk_start_anew(), loading: busy('start'), onConfirm: () => void run('start') }}
				cancel={{ label: m.common_cancel() }}
			/>
		</>
	)
}

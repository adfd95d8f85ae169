import type { DeskState } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button, lazyComponent, toast, useAction } from '../../../ui/index.ts'
import styles from './DeskControls.module.css'
import { type Control, controlBroadcast } from './deskActions.ts'

const AlertDialog = lazyComponent(async () => (await import('../../../ui/overlays/Dialog.tsx')).AlertDialog, {
	overlay: true,
})

export interface DeskControlsProps {
	meetingId: MeetingId
	desk: DeskState
	/** The state is to be asked for again. */
	onDone(): Promise<void>
}

/** What is asked before it is done, and what for. */
type Asked = 'end' | 'startAnew'

/** Goes live, pauses, goes on and ends. */
export function DeskControls({ meetingId, desk, onDone }: DeskControlsProps) {
	const [asked, setAsked] = useState<Asked>()
	const [isOpen, setOpen] = useState(false)
	const [running, setRunning] = useState<Control>()
	const [run] = useAction(
		async (control: Control) => {
			setRunning(control)
			const error = await controlBroadcast(control, meetingId)
			if (error) toast.show(error, { tone: 'error' })
			// What was refused is often out of date here.
			await onDone()
		},
		() => {
			setRunning(undefined)
			setOpen(false)
		},
	)
	const busy = (control: Control) => running === control && m.desk_working()
	function ask(question: Asked) {
		setAsked(question)
		setOpen(true)
	}

	const start = (label: string, onClick: () => void) => (
		<Button kind="primary" size="large" block loading={busy('start')} disabled={!desk.canBroadcast} onClick={onClick}>
			{label}
		</Button>
	)
	const end = (
		<Button kind="destructive" size="large" onClick={() => ask('end')}>
			{m.desk_end()}
		</Button>
	)
	return (
		<>
			{desk.status === 'notStarted' && start(m.desk_start(), () => void run('start'))}
			{desk.status === 'over' && start(m.desk_start_anew(), () => ask('startAnew'))}
			{desk.status === 'onAir' && (
				<div className={styles.pair}>
					<Button size="large" loading={busy('suspend')} onClick={() => void run('suspend')}>
						{m.desk_suspend()}
					</Button>
					{end}
				</div>
			)}
			{desk.status === 'suspended' && (
				<div className={styles.pair}>
					<Button kind="primary" size="large" loading={busy('start')} onClick={() => void run('start')}>
						{m.desk_resume()}
					</Button>
					{end}
				</div>
			)}
			<AlertDialog
				open={isOpen}
				onClose={() => running || setOpen(false)}
				title={asked === 'startAnew' ? m.desk_start_anew_title() : m.desk_end_title()}
				text={asked === 'startAnew' ? m.desk_start_anew_text() : m.desk_end_text()}
				confirm={
					asked === 'startAnew'
						? { label: m.desk_start_anew(), loading: busy('start'), onConfirm: () => void run('start') }
						: { label: m.desk_end(), destructive: true, loading: busy('end'), onConfirm: () => void run('end') }
				}
				cancel={{ label: m.common_cancel() }}
			/>
		</>
	)
}

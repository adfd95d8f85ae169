import { useState } from 'react'
import { m } from '../../../locales/index.ts'
import { Button } from '../../../ui/index.ts'
import { Sheet } from '../../../ui/sheet.ts'
import { DurationWheels } from '../../../ui/wheels.ts'
import { durationLabel } from '../../meeting/index.ts'
import styles from './StartSheet.module.css'

export interface DurationSheetProps {
	open: boolean
	durationS: number
	onClose(): void
	onChange(durationS: number): void
}

export function DurationSheet({ open, ...props }: DurationSheetProps) {
	return (
		<Sheet
			open={open}
			onOpenChange={next => !next && props.onClose()}
			title={m.scheduling_duration()}
			closeLabel={m.common_close()}
		>
			{open && <Wheels {...props} />}
		</Sheet>
	)
}

function Wheels({ durationS, onClose, onChange }: Omit<DurationSheetProps, 'open'>) {
	const [minutes, setMinutes] = useState(Math.round(durationS / 60))

	function choose() {
		onChange(minutes * 60)
		onClose()
	}

	return (
		<div className={styles.wheels}>
			<DurationWheels
				minutes={minutes}
				// 00:00 can be turned to, and is refused with words when the form is sent (CREATE-15).
				minMinutes={0}
				onMinutesChange={setMinutes}
				labels={{
					group: m.scheduling_duration(),
					hours: m.scheduling_hour(),
					minutes: m.scheduling_minute(),
					hoursText: hours => m.meeting_hours({ hours }),
					minutesText: value => m.meeting_minutes({ minutes: value }),
					sentence: total => durationLabel(total * 60),
				}}
			/>
			<div className={styles.done}>
				<Button kind="primary" size="large" block onClick={choose}>
					{m.scheduling_done_sheet()}
				</Button>
			</div>
		</div>
	)
}

import { m } from '../../locales/index.ts'
import { MeetingEnded, MeetingMissing } from '../../ui/drawings.ts'
import { Button, EmptyState } from '../../ui/index.ts'

export interface GoneProps {
	isOver: boolean
	leaveLabel: string
	onOther(): void
	onLeave(): void
}

/** A link may lead to a meeting that is over or not there; from here one goes on to another, or back. */
export function Gone({ isOver, leaveLabel, onOther, onLeave }: GoneProps) {
	return (
		<EmptyState
			picture={isOver ? <MeetingEnded /> : <MeetingMissing />}
			title={isOver ? m.joining_over_title() : m.joining_gone_title()}
			text={isOver ? m.joining_over_text() : m.joining_gone_text()}
			action={
				<>
					<Button kind="primary" onClick={onOther}>
						{m.joining_other_id()}
					</Button>
					<Button kind="quiet" onClick={onLeave}>
						{leaveLabel}
					</Button>
				</>
			}
		/>
	)
}

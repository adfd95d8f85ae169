import { m } from '../../locales/index.ts'
import { MeetingEndedIllustration, MeetingNotFoundIllustration } from '../../ui/art/illustrations.tsx'
import { Button, EmptyState } from '../../ui/index.ts'

export interface NoMeetingProps {
	isOver: boolean
	leaveLabel: string
	onOther(): void
	onLeave(): void
}

/** There is no such meeting, or it is over: another id can be typed. */
export function NoMeeting({ isOver, leaveLabel, onOther, onLeave }: NoMeetingProps) {
	return (
		<EmptyState
			picture={isOver ? <MeetingEndedIllustration /> : <MeetingNotFoundIllustration />}
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

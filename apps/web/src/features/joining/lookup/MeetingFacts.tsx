import type { Meeting } from '@parley/api'
import { repeatType } from '@parley/core'
import type { ReactNode } from 'react'
import { m } from '../../../locales/index.ts'
import { DigitsText, toast } from '../../../ui/index.ts'
import { MeetingTime, useNow } from '../../meeting/index.ts'
import styles from './MeetingFacts.module.css'

export interface MeetingFactsProps {
	meetingId: string
	/** Undefined while it is looked up, and where that fails. */
	meeting: Meeting | undefined
}

/** Topic, id, host and time of the meeting of a link (LINK-10). */
export function MeetingFacts({ meetingId, meeting }: MeetingFactsProps) {
	const now = useNow()
	return (
		<section className={styles.facts}>
			{meeting && <h2 className={styles.topic}>{meeting.topic}</h2>}
			<dl className={styles.list}>
				<Fact label={m.link_meeting_id()}>
					<DigitsText
						digits={meetingId}
						copy={{
							label: m.link_copy_id(),
							onCopied: copied =>
								toast.show(copied ? m.link_copied() : m.link_copy_failed(), { tone: copied ? 'ok' : 'error' }),
						}}
					/>
				</Fact>
				{meeting && (
					<>
						<Fact label={m.link_host()}>{meeting.hostName}</Fact>
						<Fact label={m.link_time()}>
							<LinkTime meeting={meeting} now={now} />
						</Fact>
					</>
				)}
			</dl>
		</section>
	)
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
	<div className={styles.fact}>
		<dt>{label}</dt>
		<dd>{children}</dd>
	</div>
)

/** The recurrence of a series or the times of one occurrence; a series without a rule shows both (LINK-11, LINK-12, OP-016). */
function LinkTime({ meeting, now }: { meeting: Meeting; now: number }) {
	const { daily, weekly, monthly } = repeatType
	const hasRule = [daily, weekly, monthly].some(type => type === meeting.repeatType)
	const range = <MeetingTime meeting={{ ...meeting, isRecurring: false }} now={now} />
	if (hasRule) return <MeetingTime meeting={{ ...meeting, isRecurring: true }} now={now} />
	if (!meeting.isRecurring) return range
	return (
		<>
			<MeetingTime meeting={meeting} now={now} /> · {range}
		</>
	)
}

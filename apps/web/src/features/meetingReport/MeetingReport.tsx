import { type ActivityEntry, meetingReport } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { Download } from 'lucide-react'
import { callApi, isNetworkFailure } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { useCallQuery } from '../../query/index.ts'
import { Button, Card, toast, useAction } from '../../ui/index.ts'
import type { MeetingMoments } from '../meeting/index.ts'
import { serverNow } from '../site/index.ts'
import { ActivityList } from './ActivityList.tsx'
import { activityCsv } from './activityCsv.ts'
import { attendanceCsv } from './attendanceCsv.ts'
import styles from './MeetingReport.module.css'
import { QualityList } from './QualityList.tsx'
import { saveFile } from './saveFile.ts'

export interface MeetingReportProps {
	meetingId: MeetingId
	/** The person who reads. */
	userId: string
	moments: MeetingMoments
}

/** The report of a meeting for its host and its creator, during it and afterwards. */
export function MeetingReport({ meetingId, userId, moments }: MeetingReportProps) {
	const [downloadActivity, isActivityLoading] = useAction(
		() => readActivity(meetingId),
		answer => save(answer, m.report_activity_file(), entries => activityCsv(entries, moments.zone)),
	)
	const [downloadAttendance, isAttendanceLoading] = useAction(
		() => readActivity(meetingId),
		answer => save(answer, m.report_attendance_file(), entries => attendanceCsv(entries, moments.zone, serverNow())),
	)

	function save(
		answer: Awaited<ReturnType<typeof readActivity>>,
		title: string,
		toText: (entries: readonly ActivityEntry[]) => string,
	) {
		if (!answer.ok) {
			const isOffline = isNetworkFailure(answer.failure)
			return toast.show(isOffline ? m.report_activity_offline() : m.report_activity_failed(), { tone: 'error' })
		}
		const { entries } = answer.value
		if (entries.length === 0) return toast.show(m.report_activity_none())
		saveFile(`${meetingId}-${title}.csv`, 'text/csv;charset=utf-8', toText(entries))
	}

	return (
		<section className={styles.report} aria-label={m.report_title()}>
			<Quality meetingId={meetingId} userId={userId} moments={moments} />
			<Card kind="padded">
				<h2 className={styles.title}>{m.report_activity()}</h2>
				<p className={styles.note}>{m.report_activity_note()}</p>
				{moments.note && <p className={styles.note}>{moments.note}</p>}
				<ActivityList meetingId={meetingId} userId={userId} moments={moments} />
				<div className={styles.files}>
					<Button
						icon={<Download />}
						loading={isActivityLoading && m.report_activity_downloading()}
						onClick={() => void downloadActivity()}
					>
						{m.report_activity_download()}
					</Button>
					<Button
						icon={<Download />}
						loading={isAttendanceLoading && m.report_activity_downloading()}
						onClick={() => void downloadAttendance()}
					>
						{m.report_attendance_download()}
					</Button>
				</div>
			</Card>
		</section>
	)
}

/** How the meeting was; nothing where nobody has been there within the last days. */
function Quality({ meetingId, userId, moments }: MeetingReportProps) {
	const { data } = useCallQuery(meetingReport.quality, { id: meetingId }, { scope: [userId] })
	if (!data || data.people.length === 0) return null
	const { people, poor, ok, great } = data
	return (
		<Card kind="padded">
			<h2 className={styles.title}>{m.report_quality()}</h2>
			<p className={styles.note}>{m.report_quality_note()}</p>
			{moments.note && <p className={styles.note}>{moments.note}</p>}
			<QualityList people={people} moments={moments} />
			{poor + ok + great > 0 && (
				<p className={styles.ratings}>
					<span>{m.report_ratings()}</span>
					<span>{m.report_ratings_count({ poor, ok, great })}</span>
				</p>
			)}
		</Card>
	)
}

const readActivity = (id: MeetingId) => callApi(meetingReport.activity, { id })

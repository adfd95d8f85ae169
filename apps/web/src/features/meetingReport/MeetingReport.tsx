import { meetingReport } from '@parley/api'
import type { MeetingId } from '@parley/core'
import { Download } from 'lucide-react'
import { callApi, isNetworkFailure } from '../../api/index.ts'
import { m } from '../../locales/index.ts'
import { useCallQuery } from '../../query/index.ts'
import { Button, Card, toast, useAction } from '../../ui/index.ts'
import { type MeetingMoments, readerZone } from '../meeting/index.ts'
import { ActivityList } from './ActivityList.tsx'
import { activityCsv } from './activityCsv.ts'
import styles from './MeetingReport.module.css'
import { QualityList } from './QualityList.tsx'
import { saveFile } from './saveFile.ts'

export interface MeetingReportProps {
	meetingId: MeetingId
	/** The person who reads. */
	userId: string
	moments: MeetingMoments
}

/** What the host and the creator of a meeting learn about it, during it and afterwards. */
export function MeetingReport({ meetingId, userId, moments }: MeetingReportProps) {
	const [download, isDownloading] = useAction(() => readActivity(meetingId), saveActivity)

	function saveActivity(answer: Awaited<ReturnType<typeof readActivity>>) {
		if (!answer.ok) {
			const isOffline = isNetworkFailure(answer.failure)
			return toast.show(isOffline ? m.report_activity_offline() : m.report_activity_failed(), { tone: 'error' })
		}
		const { entries } = answer.value
		if (entries.length === 0) return toast.show(m.report_activity_none())
		const name = `${meetingId}-${m.report_activity_file()}.csv`
		saveFile(name, 'text/csv;charset=utf-8', activityCsv(entries, readerZone() ?? 'UTC'))
	}

	return (
		<section className={styles.report} aria-label={m.report_title()}>
			<Quality meetingId={meetingId} userId={userId} moments={moments} />
			<Card kind="padded">
				<h2 className={styles.title}>{m.report_activity()}</h2>
				<p className={styles.note}>{m.report_activity_note()}</p>
				{moments.note && <p className={styles.note}>{moments.note}</p>}
				<ActivityList meetingId={meetingId} userId={userId} moments={moments} />
				<Button
					icon={<Download />}
					loading={isDownloading && m.report_activity_downloading()}
					onClick={() => void download()}
				>
					{m.report_activity_download()}
				</Button>
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

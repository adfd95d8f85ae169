import { m } from '../../../locales/index.ts'
import { Card, Skeleton, SkeletonLine } from '../../../ui/index.ts'
import styles from './DraftSkeleton.module.css'

const rows = [64, 48, 72, 56]

/** In place of the form while nothing is known of the meeting. */
export function DraftSkeleton() {
	return (
		<Skeleton label={m.scheduling_edit_loading()}>
			<div className={styles.form}>
				<Card className={styles.field}>
					<SkeletonLine width={52} />
				</Card>
				<Card kind="rows">
					{rows.map(width => (
						<div key={width} className={styles.row}>
							<SkeletonLine width={width / 2} />
						</div>
					))}
				</Card>
				<Card kind="rows">
					{rows.map(width => (
						<div key={width} className={styles.row}>
							<SkeletonLine width={width / 2} />
						</div>
					))}
				</Card>
			</div>
		</Skeleton>
	)
}

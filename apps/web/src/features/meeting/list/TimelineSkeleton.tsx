import { m } from '../../../locales/index.ts'
import { Skeleton, SkeletonLine } from '../../../ui/index.ts'
import card from './MeetingCard.module.css'
import styles from './Timeline.module.css'
import lines from './TimelineSkeleton.module.css'

const widths = [72, 54, 84, 61]

/** The timeline while it is loading, with the heights of its lines. */
export function TimelineSkeleton() {
	return (
		<Skeleton label={m.meeting_loading()}>
			<div className={styles.day}>
				{widths.map(width => (
					<div key={width} className={styles.entry}>
						<div className={styles.hours}>
							<div className={lines.topic}>
								<SkeletonLine width={90} />
							</div>
						</div>
						<div className={card.card}>
							<div className={card.head}>
								<p className={lines.topic}>
									<SkeletonLine width={width} />
								</p>
								<p className={lines.meta}>
									<SkeletonLine width={width - 20} />
								</p>
								<p className={lines.foot}>
									<SkeletonLine width={40} />
								</p>
							</div>
						</div>
					</div>
				))}
			</div>
		</Skeleton>
	)
}

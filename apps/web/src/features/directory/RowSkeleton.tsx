import { Card, Skeleton, SkeletonLine } from '../../ui/index.ts'
import styles from './DirectoryRows.module.css'

const widths = [34, 52, 41, 60, 38, 47]

/** Rows of people or departments that are on their way. */
export function RowSkeleton({ label, count }: { label: string; count: number }) {
	return (
		<Skeleton label={label}>
			<Card kind="rows">
				{Array.from({ length: count }, (_, at) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: they are all the same and never move
					<div key={at} className={styles.skeleton}>
						<SkeletonLine width={widths[at % widths.length] ?? 40} />
					</div>
				))}
			</Card>
		</Skeleton>
	)
}

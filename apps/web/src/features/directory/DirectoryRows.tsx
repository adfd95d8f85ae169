import type { DirectoryPerson } from '@parley/api'
import { UsersRound } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Avatar, Card, CheckRow, Skeleton, SkeletonLine } from '../../ui/index.ts'
import styles from './DirectoryRows.module.css'

/** A list of people or departments; each child is an `li`. */
export const DirectoryRows = ({ children }: { children: ReactNode }) => <ul className={styles.rows}>{children}</ul>

/** In place of the avatar that a person has. */
export const DepartmentIcon = () => (
	<span className={styles.mark}>
		<UsersRound />
	</span>
)

export interface PersonRowProps {
	person: DirectoryPerson
	isSelected: boolean
	/** Their department, where it is not obvious; else their login name is shown. */
	note?: string | undefined
	onToggle(person: DirectoryPerson): void
}

/** A person with a checkbox. Memoized, because a department may have a thousand of them. */
export const PersonRow = memo(function PersonRow({ person, isSelected, note, onToggle }: PersonRowProps) {
	return (
		<CheckRow
			icon={<Avatar name={person.displayName} size="small" />}
			label={person.displayName}
			note={note ?? person.name}
			checked={isSelected}
			onCheckedChange={() => onToggle(person)}
		/>
	)
})

const widths = [34, 52, 41, 60, 38, 47]

/** In place of rows that are loading. */
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

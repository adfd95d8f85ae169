import type { DirectoryPerson } from '@parley/api'
import { memo } from 'react'
import { Avatar, CheckRow } from '../../ui/index.ts'

export interface PersonRowProps {
	person: DirectoryPerson
	isSelected: boolean
	/** Where they are, where that is not plain; else the name they log in by. */
	note?: string | undefined
	onToggle(person: DirectoryPerson): void
}

/** Somebody with a tick. A department may have a thousand of them: only those whose tick changes are drawn anew. */
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

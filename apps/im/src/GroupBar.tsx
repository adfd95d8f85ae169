import { memberRoles } from '@parley/im-sdk/constants'
import { useState } from 'react'
import { GroupDetails } from './GroupDetails.tsx'
import type { Person, PersonView } from './person.ts'
import { texts } from './texts.ts'

interface GroupBarProps {
	person: Person
	view: PersonView
	gid: string
	more: React.ReactNode
	/** The group's conversation. */
	children: React.ReactNode
}

/** Which group it is, with its announcement; its details take the place of what is said while they are looked at. */
export function GroupBar({ person, view, gid, more, children }: GroupBarProps) {
	const [isOpen, setOpen] = useState(false)
	const group = view.groups[gid]
	const isRoom = gid === person.demo.room
	const others = isRoom ? [] : Object.values(view.groups).filter(each => each.gid !== person.demo.room)
	return (
		<>
			<div className="row bar">
				{others.length > 1 ? (
					<select aria-label={texts.groups} value={gid} onChange={({ target }) => person.openGroup(target.value)}>
						{others.map(each => (
							<option key={each.gid} value={each.gid}>
								{each.name}
							</option>
						))}
					</select>
				) : (
					<h2>{group?.name}</h2>
				)}
				{more}
				{group && group.role !== memberRoles.guest && (
					<button
						type="button"
						className="text"
						aria-expanded={isOpen}
						onClick={() => {
							setOpen(!isOpen)
							if (!isOpen && !isRoom) person.openDetails(gid)
						}}
					>
						{isOpen ? texts.close : texts.details}
					</button>
				)}
			</div>
			{isOpen && group ? (
				<GroupDetails person={person} view={view} group={group} hasMembers={!isRoom} />
			) : (
				<>
					{group?.announcement && (
						<p className="announcement">
							<strong>{texts.announcement}</strong> {group.announcement}
						</p>
					)}
					{children}
				</>
			)}
		</>
	)
}

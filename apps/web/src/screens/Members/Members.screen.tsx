import { useNavigate, useSearch } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import {
	DepartmentIcon,
	DirectoryRows,
	DirectoryUnavailable,
	getDepartmentName,
	parentPathLabel,
	type SelectionItem,
	selectionLabel,
	useBackToSelection,
	useDepartments,
	useDirectorySelection,
} from '../../features/directory/index.ts'
import { DraftPickerScreen, useAttendeesRequired } from '../../features/scheduling/index.ts'
import { m } from '../../locales/index.ts'
import { EmptyListIllustration } from '../../ui/art/illustrations.tsx'
import { Avatar, Button, EmptyState, IconButton, LiveRegion, Page, Section } from '../../ui/index.ts'
import styles from './Members.module.css'

export const title = () => m.directory_members_title()

/** /members: the selected departments and people, each with a button to remove it (MEMB-08). */
export function Members() {
	const { from } = useSearch({ from: '/members' })
	return (
		<DraftPickerScreen title={m.directory_members_title()} from={from}>
			{() => <SelectedMembers />}
		</DraftPickerScreen>
	)
}

function SelectedMembers() {
	const query = useSearch({ from: '/members' })
	const navigate = useNavigate()
	const directory = useDirectorySelection(query)
	// Only for names and paths; the selection is shown without them.
	const departments = useDepartments(directory)
	const back = useBackToSelection(query)
	const { known, selection, store } = directory
	const isRequired = useAttendeesRequired(query.isOA)
	const list = useRef<HTMLDivElement>(null)
	const removed = useFocusAfterRemove(list)

	function remove(item: SelectionItem, at: number) {
		// Items of the list are selected themselves, so nothing has to be loaded.
		void store.deselect([item])
		removed(at)
	}

	const page = { title: m.directory_members_title(), top: 44, back: { label: m.common_back(), onBack: back } } as const
	if (departments.status === 'forbidden' || departments.status === 'loginRequired') {
		return (
			<Page {...page}>
				<DirectoryUnavailable query={departments} onLogin={() => void navigate({ to: '/Login' })} />
			</Page>
		)
	}
	const isEmpty = selection.departments.size + selection.people.size === 0
	return (
		<Page {...page}>
			<LiveRegion>{selectionLabel(selection, isRequired)}</LiveRegion>
			<div ref={list} className={styles.list}>
				{isEmpty && (
					<EmptyState
						picture={<EmptyListIllustration />}
						title={isRequired ? m.directory_none_selected_title() : m.common_whole_company()}
						text={isRequired ? m.directory_none_selected_text() : m.directory_everybody_text()}
						action={
							<Button kind="primary" onClick={back}>
								{m.directory_choose()}
							</Button>
						}
					/>
				)}
				{selection.departments.size > 0 && (
					<Section title={m.directory_departments_title({ count: selection.departments.size })}>
						<DirectoryRows>
							{[...selection.departments].map(([number, kept], at) => (
								<SelectedRow
									key={number}
									icon={<DepartmentIcon />}
									name={getDepartmentName(known.tree, number) ?? kept ?? number}
									note={parentPathLabel(known, number)}
									onRemove={() => remove({ kind: 'department', number }, at)}
								/>
							))}
						</DirectoryRows>
					</Section>
				)}
				{selection.people.size > 0 && (
					<Section title={m.directory_people_title({ count: selection.people.size })}>
						<DirectoryRows>
							{[...selection.people].map(([id, name = id], at) => (
								<SelectedRow
									key={id}
									icon={<Avatar name={name} size="small" />}
									name={name}
									onRemove={() => remove({ kind: 'person', id, name }, selection.departments.size + at)}
								/>
							))}
						</DirectoryRows>
					</Section>
				)}
			</div>
		</Page>
	)
}

interface SelectedRowProps {
	icon: ReactNode
	name: string
	note?: string
	onRemove(): void
}

function SelectedRow({ icon, name, note, onRemove }: SelectedRowProps) {
	return (
		<li className={styles.row}>
			{icon}
			<span className={styles.words}>
				{name}
				{note && <span className={styles.note}>{note}</span>}
			</span>
			<IconButton label={m.directory_remove({ name })} icon={<X />} onClick={onRemove} />
		</li>
	)
}

/** After a removal the focus goes to the next item, or to the one before. */
function useFocusAfterRemove(list: { current: HTMLElement | null }): (at: number) => void {
	const removedIndex = useRef<number>(undefined)
	useEffect(() => {
		if (removedIndex.current === undefined) return
		const buttons = list.current?.querySelectorAll('button') ?? []
		;(buttons[removedIndex.current] ?? buttons[removedIndex.current - 1])?.focus()
		removedIndex.current = undefined
	})
	return at => {
		removedIndex.current = at
	}
}

export { Members as Screen }

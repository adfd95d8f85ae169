import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import {
	DirectoryUnavailable,
	getDepartmentName,
	getDepartmentPath,
	SelectionSummary,
	useDepartments,
	useDirectorySelection,
} from '../../features/directory/index.ts'
import { DraftPickerScreen, useAttendeesRequired } from '../../features/scheduling/index.ts'
import { m } from '../../locales/index.ts'
import { Breadcrumb, Page } from '../../ui/index.ts'
import { DepartmentContents } from './DepartmentContents.tsx'
import styles from './SelectMembers.module.css'
import { useDepartmentNavigation } from './useDepartmentNavigation.ts'

export const title = () => m.directory_title()

/** /selectMembers: selects departments and people of the company for a meeting. */
export function SelectMembers() {
	const { from } = useSearch({ from: '/selectMembers' })
	return (
		<DraftPickerScreen title={m.directory_title()} from={from}>
			{() => <DepartmentSelection />}
		</DraftPickerScreen>
	)
}

function DepartmentSelection() {
	const search = useSearch({ from: '/selectMembers' })
	const navigate = useNavigate()
	const directory = useDirectorySelection(search)
	const departments = useDepartments(directory)
	const { tree } = directory.known
	// An unknown department shows the roots.
	const path = getDepartmentPath(tree, search.department ?? '')
	const { below, up, back, leave } = useDepartmentNavigation(directory.draftKind, path)
	const isShown = departments.status === 'loaded'
	const { from, isOA } = search
	const isRequired = useAttendeesRequired(isOA)

	return (
		<Page
			title={m.directory_title()}
			top={44}
			back={{ label: m.common_back(), onBack: back }}
			bottom={
				isShown && (
					<SelectionSummary
						directory={directory}
						search={{ from, isOA }}
						isRequired={isRequired}
						label={m.directory_confirm()}
						onDone={() => {
							directory.confirm()
							leave()
						}}
					/>
				)
			}
		>
			{isShown ? (
				<>
					<Link to="/searchMembers" search={{ from, isOA }} className={styles.search}>
						<Search />
						{m.directory_search()}
					</Link>
					<Breadcrumb
						label={m.directory_path_label()}
						crumbs={[
							{ key: '', text: m.directory_root() },
							...path.map(number => ({ key: number, text: getDepartmentName(tree, number) ?? number })),
						]}
						onOpen={up}
					/>
					<DepartmentContents directory={directory} department={path.at(-1)} linkState={below} />
				</>
			) : (
				<DirectoryUnavailable query={departments} onLogin={() => void navigate({ to: '/Login' })} />
			)}
		</Page>
	)
}

export { SelectMembers as Screen }

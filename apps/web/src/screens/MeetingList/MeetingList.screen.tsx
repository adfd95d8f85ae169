import { useSession } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { useIsInPane } from '../../navigation/panes.ts'
import { GuestList } from './GuestList.tsx'
import { MemberList } from './MemberList.tsx'
import { NothingChosen } from './NothingChosen.tsx'

export const title = () => m.meeting_list_title()

/** /MeetingList: the meetings of a person in their company, day by day. */
export function MeetingList() {
	const person = useSession()
	const isInPane = useIsInPane()
	if (person.kind !== 'member') return <GuestList />
	// The list is the pane at its left.
	return isInPane ? <NothingChosen /> : <MemberList person={person} />
}

export { MeetingList as Screen }

import type { Meeting } from '@parley/api'
import { MeetingLive } from '../../features/liveDesk/index.ts'
import { m } from '../../locales/index.ts'
import { Sheet } from '../../ui/overlays/Sheet.tsx'

export interface RoomLiveSheetProps {
	/** The viewer's meeting, with a live. */
	meeting: Meeting
	open: boolean
	onOpenChange(open: boolean): void
}

export const RoomLiveSheet = ({ meeting, ...sheet }: RoomLiveSheetProps) => (
	<Sheet {...sheet} title={m.desk_tab_picture()} closeLabel={m.common_close()}>
		<MeetingLive meeting={meeting} />
	</Sheet>
)

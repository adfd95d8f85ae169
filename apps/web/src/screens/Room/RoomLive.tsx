import { isHostOrCreator, type MeetingId } from '@parley/core'
import { RadioTower } from 'lucide-react'
import { MeetingLive } from '../../features/liveDesk/index.ts'
import { toMeetingReader, useMeetingDetail } from '../../features/meeting/index.ts'
import { MoreTile } from '../../features/room/index.ts'
import { useSession } from '../../features/session/index.ts'
import { m } from '../../locales/index.ts'
import { Sheet } from '../../ui/overlays/Sheet.tsx'

/** The meeting, if it has a live that this person runs (DESK-15). */
function useOwnLive(meetingId: MeetingId) {
	const reader = toMeetingReader(useSession())
	const { detail } = useMeetingDetail(meetingId, reader.userId)
	if (detail.status !== 'loaded' || !detail.meeting.hasLive) return undefined
	return isHostOrCreator(reader, detail.meeting) ? detail.meeting : undefined
}

/** The tile that opens the live of the meeting; nothing where it has none, or another runs it. */
export function RoomLiveTile({ meetingId, onPress }: { meetingId: MeetingId; onPress: () => void }) {
	const meeting = useOwnLive(meetingId)
	return meeting && <MoreTile label={m.desk_tab_picture()} icon={<RadioTower />} onPress={onPress} />
}

export interface RoomLiveSheetProps {
	meetingId: MeetingId
	open: boolean
	onOpenChange(open: boolean): void
}

export function RoomLiveSheet({ meetingId, ...sheet }: RoomLiveSheetProps) {
	const meeting = useOwnLive(meetingId)
	return (
		<Sheet {...sheet} title={m.desk_tab_picture()} closeLabel={m.common_close()}>
			{meeting && <MeetingLive meeting={meeting} />}
		</Sheet>
	)
}

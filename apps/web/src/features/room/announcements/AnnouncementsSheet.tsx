import { m } from '../../../locales/index.ts'
import { ChoiceSheet } from '../../../ui/overlays/ChoiceSheet.tsx'
import { type AnnouncementLevel, announcementLevels } from './announcementLevel.ts'

const texts: Record<AnnouncementLevel, { text: () => string; note: () => string }> = {
	all: { text: m.room_announce_all, note: m.room_announce_all_note },
	important: { text: m.room_announce_important, note: m.room_announce_important_note },
	little: { text: m.room_announce_little, note: m.room_announce_little_note },
}

export interface AnnouncementsSheetProps {
	open: boolean
	onOpenChange(open: boolean): void
	level: AnnouncementLevel
	onChoose(level: AnnouncementLevel): void
}

/** How much of what happens in the room screen readers are told (ROOM-226). */
export const AnnouncementsSheet = ({ level, ...sheet }: AnnouncementsSheetProps) => (
	<ChoiceSheet
		{...sheet}
		title={m.room_announce()}
		closeLabel={m.room_close()}
		chosen={level}
		choices={announcementLevels.map(value => ({ value, text: texts[value].text(), note: texts[value].note() }))}
	/>
)

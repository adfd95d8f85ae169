import { lazyComponent } from '../lazy.tsx'
import styles from './Calendar.module.css'
import type { CalendarLabels } from './Calendar.tsx'
import type { CalendarDay } from './calendarDay.ts'
import { DateWheels, type DateWheelsProps } from './DateTimeWheels.tsx'
import { useWideScreen } from './useWideScreen.ts'

/** Keeps the place of the calendar until it is there. */
const Calendar = lazyComponent(async () => (await import('./Calendar.tsx')).Calendar, {
	fallback: () => <div className={styles.calendar} />,
})

export interface DayPickerProps extends Omit<DateWheelsProps, 'labels'> {
	today: CalendarDay
	labels: DateWheelsProps['labels'] & CalendarLabels
}

/** A day: three wheels, and on wide screens a calendar. Days beyond `lastYear` are typed beside it. */
export function DayPicker({ today, ...props }: DayPickerProps) {
	return useWideScreen() ? <Calendar today={today} {...props} /> : <DateWheels {...props} />
}

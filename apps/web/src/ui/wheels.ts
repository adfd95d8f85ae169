/** Wheels to choose a day, a time, a duration, or one of any list with. */
export type { Day, TimeOfDay } from './wheels/calendar.ts'
export { DateWheels, type DateWheelsProps } from './wheels/DateWheels.tsx'
export { DurationWheels, type DurationWheelsProps } from './wheels/DurationWheels.tsx'
export { TimeWheels, type TimeWheelsProps } from './wheels/TimeWheels.tsx'
export { Wheel, WheelGroup, type WheelGroupProps, type WheelOption, type WheelProps } from './wheels/Wheel.tsx'

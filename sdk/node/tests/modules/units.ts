export enum Unit {
  Celsius = 'C',
  Fahrenheit = 'F',
}

import "../styles/reader.css";
